import android.bluetooth.BluetoothDevice;
import android.bluetooth.le.ScanFilter;
import android.bluetooth.le.ScanRecord;
import android.bluetooth.le.ScanResult;
import android.os.ParcelUuid;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Asks Android's ScanRecord and ScanFilter which of several filters match each of several records.
 *
 * <p>Standard input: lines of words with tabs between. A filter has its kind and its values, and after an & those of
 * further conditions; a record has its octets.
 * Standard output: for each record a line with 1 or 0 for each filter.
 */
public final class Questions {
  private static final String ADDRESS = "C0:00:00:00:00:01";

  public static void main(String[] arguments) throws Exception {
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream output = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    List<ScanFilter> filters = new ArrayList<>();
    for (String line; (line = input.readLine()) != null; ) {
      String[] words = line.split("\t", -1);
      if (words[0].equals("filter")) {
        filters.add(filter(words));
        continue;
      }
      ScanRecord record = ScanRecord.parseFromBytes(octets(words[1]));
      ScanResult result = new ScanResult(new BluetoothDevice(ADDRESS), record, -60, 0);
      StringBuilder answers = new StringBuilder();
      for (ScanFilter filter : filters) {
        answers.append(filter.matches(result) ? '1' : '0');
      }
      output.println(answers);
    }
    output.flush();
  }

  /** A filter as an app builds it. */
  private static ScanFilter filter(String[] words) {
    ScanFilter.Builder builder = new ScanFilter.Builder();
    int start = 1;
    for (int end = 2; end <= words.length; end++) {
      if (end == words.length || words[end].equals("&")) {
        String[] condition = Arrays.copyOfRange(words, start - 1, end);
        set(builder, condition);
        start = end + 1;
      }
    }
    return builder.build();
  }

  /** Sets a condition: its words follow one that is not read. */
  private static void set(ScanFilter.Builder builder, String[] words) {
    boolean hasMask = words.length > 4;
    switch (words[1]) {
      case "address" -> builder.setDeviceAddress(ADDRESS);
      case "service" -> {
        ParcelUuid mask = words.length > 3 ? ParcelUuid.fromString(words[3]) : null;
        builder.setServiceUuid(ParcelUuid.fromString(words[2]), mask);
      }
      case "solicited service" -> builder.setServiceSolicitationUuid(ParcelUuid.fromString(words[2]));
      case "name" -> builder.setDeviceName(words[2]);
      case "service data" -> {
        ParcelUuid service = ParcelUuid.fromString(words[2]);
        if (hasMask) {
          builder.setServiceData(service, octets(words[3]), octets(words[4]));
        } else {
          builder.setServiceData(service, octets(words[3]));
        }
      }
      case "manufacturer data" -> {
        int company = Integer.parseInt(words[2], 16);
        if (hasMask) {
          builder.setManufacturerData(company, octets(words[3]), octets(words[4]));
        } else {
          builder.setManufacturerData(company, octets(words[3]));
        }
      }
      default -> throw new IllegalArgumentException(words[1]);
    }
  }

  private static byte[] octets(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
