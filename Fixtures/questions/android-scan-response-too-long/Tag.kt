import android.bluetooth.le.AdvertiseCallback
import android.bluetooth.le.AdvertiseData
import android.bluetooth.le.AdvertiseSettings
import android.bluetooth.le.BluetoothLeAdvertiser
import android.os.ParcelUuid
import java.nio.charset.Charset
import java.util.UUID

class Tag(private val advertiser: BluetoothLeAdvertiser, private val callback: AdvertiseCallback) {
    private val service = ParcelUuid(UUID.fromString("7c1d0001-5b2a-4a86-9c55-0f3e6d8b1a27"))
    private val settings = AdvertiseSettings.Builder().setConnectable(true).build()
    private val data = AdvertiseData.Builder().setIncludeDeviceName(false).build()
    private val response = AdvertiseData.Builder()
        .addServiceUuid(service)
        .addServiceData(service, "seat 4".toByteArray(Charset.forName("UTF-8")))
        .build()

    fun start() = advertiser.startAdvertising(settings, data, response, callback)
}
