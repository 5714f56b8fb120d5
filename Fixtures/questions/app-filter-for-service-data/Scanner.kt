import android.bluetooth.le.BluetoothLeScanner
import android.bluetooth.le.ScanCallback
import android.bluetooth.le.ScanFilter
import android.bluetooth.le.ScanSettings
import android.os.ParcelUuid

class Scanner(private val scanner: BluetoothLeScanner, private val callback: ScanCallback) {
    private val service = ParcelUuid.fromString("0000fcd2-0000-1000-8000-00805f9b34fb")
    private val filters = listOf(ScanFilter.Builder().setServiceUuid(service).build())
    private val settings = ScanSettings.Builder().setScanMode(ScanSettings.SCAN_MODE_LOW_LATENCY).build()

    fun start() = scanner.startScan(filters, settings, callback)
}
