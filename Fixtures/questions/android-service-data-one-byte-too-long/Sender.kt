import android.bluetooth.le.AdvertiseCallback
import android.bluetooth.le.AdvertiseData
import android.bluetooth.le.AdvertiseSettings
import android.bluetooth.le.BluetoothLeAdvertiser
import android.os.ParcelUuid
import java.util.UUID

class Sender(private val advertiser: BluetoothLeAdvertiser, private val callback: AdvertiseCallback) {
    private val service = UUID.fromString("e5d10001-c052-4b66-8d0f-3e9a0b77215c")

    fun start() {
        val reading = "temperature"
        val settings = AdvertiseSettings.Builder().setConnectable(true).build()
        val data = AdvertiseData.Builder().addServiceData(ParcelUuid(service), reading.toByteArray(Charsets.UTF_8)).build()
        advertiser.startAdvertising(settings, data, callback)
    }
}
