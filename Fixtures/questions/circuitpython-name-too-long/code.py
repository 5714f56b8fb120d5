import adafruit_ble
from adafruit_ble.advertising.standard import ProvideServicesAdvertisement
from adafruit_ble.services.standard.hid import HIDService

radio = adafruit_ble.BLERadio()
radio.name = "Macro keyboard, left side 2"
keyboard = HIDService()
advertisement = ProvideServicesAdvertisement(keyboard)
advertisement.appearance = 961
radio.start_advertising(advertisement)
