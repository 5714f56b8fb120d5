import asyncio
from bleak import BleakScanner

async def main():
    scanner = BleakScanner(detection_callback=print, service_uuids=["0000181a-0000-1000-8000-00805f9b34fb"], use_bdaddr=True)
    await scanner.start()
    await asyncio.sleep(10)
    await scanner.stop()

asyncio.run(main())
