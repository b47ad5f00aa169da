package org.underbase.sim.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.sim.study.Metric;

/** The errors are those of the evidence page. */
class MeasuredErrorsTest {
    private static final double SMALL = 1e-9;

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    LOCALCOMPACT ; HDFS_WRITES    ; false ; localcompact(, stock)?: all, HDFS written
                    LOCALCOMPACT ; NETWORK        ; false ; localcompact(, stock)?: all, network
                    LOCALCOMPACT ; FS_READS       ; false ; localcompact(, stock)?: all, DataNodes read
                    LOCALCOMPACT ; FS_WRITES      ; false ; localcompact(, stock)?: all, DataNodes written
                    LOCALCOMPACT ; DISK_READS     ; false ; localcompact(, stock)?: all, disks read
                    LOCALCOMPACT ; DISK_WRITES    ; false ; localcompact(, stock)?: all, disks written
                    LOCALCOMPACT ; HDFS_WRITES    ; true  ; localcompact(, stock)?: all, HDFS written
                    LOCALCOMPACT ; NETWORK        ; true  ; localcompact(, stock)?: all, network
                    LOCALCOMPACT ; FS_READS       ; true  ; localcompact(, stock)?: all, DataNodes read
                    LOCALCOMPACT ; FS_WRITES      ; true  ; localcompact(, stock)?: all, DataNodes written
                    HSYNC        ; LOG_MEAN       ; true  ; combinedlog, stock: hsync mean
                    HSYNC        ; LOG_P50        ; true  ; combinedlog, stock: hsync p50
                    HSYNC        ; LOG_P99        ; true  ; combinedlog, stock: hsync p99
                    HSYNC        ; DISK_WRITES    ; true  ; combinedlog, stock: data disk written
                    COMBINEDLOG  ; LOG_MEAN       ; true  ; combinedlog(, stock)?: hsync mean
                    COMBINEDLOG  ; LOG_P50        ; true  ; combinedlog(, stock)?: hsync p50
                    COMBINEDLOG  ; LOG_P99        ; true  ; combinedlog(, stock)?: hsync p99
                    COMBINEDLOG  ; DISK_WRITES    ; true  ; combinedlog(, stock)?: (data|journal) disk written
                    SEEK         ; READ_MEAN      ; true  ; disks(, stock|=1 of 2 MB/s and 50 ms per seek): read mean
                    SEEK         ; READ_P50       ; true  ; disks(, stock|=1 of 2 MB/s and 50 ms per seek): read p50
                    SEEK         ; READ_P99       ; true  ; disks(, stock|=1 of 2 MB/s and 50 ms per seek): read p99
                    BANDWIDTH    ; READ_MEAN      ; true  ; disks(, stock|=1 of 4 MB/s and 100 ms per seek): read mean
                    BANDWIDTH    ; READ_P50       ; true  ; disks(, stock|=1 of 4 MB/s and 100 ms per seek): read p50
                    BANDWIDTH    ; READ_P99       ; true  ; disks(, stock|=1 of 4 MB/s and 100 ms per seek): read p99
                    DISKS        ; READ_MEAN      ; true  ; disks(, stock|=2 of 2 MB/s and 100 ms per seek): read mean
                    DISKS        ; READ_P50       ; true  ; disks(, stock|=2 of 2 MB/s and 100 ms per seek): read p50
                    DISKS        ; READ_P99       ; true  ; disks(, stock|=2 of 2 MB/s and 100 ms per seek): read p99
                    """)
    void errorsAreThoseOfTheEvidencePage(Feature feature, Metric metric, boolean ext4, String rows) throws IOException {
        String page = Files.readString(Path.of("..", MeasuredErrors.source().split("/")));
        double largest = Pattern.compile("- " + rows + ", level: .*? error [0-9.]+%, noise [0-9.]+%")
                .matcher(page)
                .results()
                .mapToDouble(found -> Math.max(percent(found.group(), "error"), percent(found.group(), "noise")))
                .max()
                .orElseThrow();

        assertThat(MeasuredErrors.of(feature, metric, ext4).orElseThrow()).isCloseTo(largest / 100, within(SMALL));
    }

    private static double percent(String row, String name) {
        String number = row.substring(row.indexOf(name + " ") + name.length() + 1);
        return Double.parseDouble(number.substring(0, number.indexOf('%')));
    }

    @Test
    void otherErrorsWereNeverMeasured() {
        assertThat(MeasuredErrors.of(Feature.LOCALCOMPACT, Metric.READ_P99, false))
                .isEqualTo(OptionalDouble.empty());
        assertThat(MeasuredErrors.of(Feature.LOCALCOMPACT, Metric.DISK_WRITES, true))
                .isEqualTo(OptionalDouble.empty());
        assertThat(MeasuredErrors.of(Feature.HSYNC, Metric.LOG_MEAN, false)).isEqualTo(OptionalDouble.empty());
        assertThat(MeasuredErrors.missing(Change.of("localcompact,ram=1g"), Metric.NETWORK, false))
                .containsExactly("ram");
    }
}
