import aioble
import asyncio
import bluetooth

_SERVICE = bluetooth.UUID("e5d10001-c052-4b66-8d0f-3e9a0b77215c")


async def main():
    while True:
        async with await aioble.advertise(250_000, name="Garden-Sensor1", services=[_SERVICE]) as connection:
            await connection.disconnected()


asyncio.run(main())
