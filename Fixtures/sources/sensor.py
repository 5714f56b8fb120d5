import aioble
import bluetooth

_SERVICE = bluetooth.UUID("afd0ffa0-2a9e-41a9-b9db-115a0e511de4")


async def advertise():
    while True:
        async with await aioble.advertise(
            250_000,
            name="SHS-2071 left",
            services=[_SERVICE],
        ) as connection:
            await connection.disconnected()
