package org.underbase.exalt.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

class TardisCellTest {
    private final Random random = new Random(71);

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private KeyValue cell(byte[] value) {
        List<Tag> tags = random.nextBoolean() ? List.of() : List.of(new ArrayBackedTag((byte) 70, bytes(9)));
        KeyValue cell = new KeyValue(
                bytes(1 + random.nextInt(50)),
                bytes(1 + random.nextInt(5)),
                bytes(random.nextInt(20)),
                random.nextInt(1 << 30),
                KeyValue.Type.Put,
                value,
                tags);
        cell.setSequenceId(random.nextInt(1 << 20));
        return cell;
    }

    private byte[] data(int length) {
        byte[] data = new byte[length];
        Tardis.fill(Form.DATA, 1L << 40, random.nextInt(1 << 20), data);
        return data;
    }

    @Test
    void compressedCellEqualsItsOriginal() throws IOException {
        for (int i = 0; i < 2_000; i++) {
            KeyValue cell = cell(data(256 + random.nextInt(5_000)));
            Cell compressed = TardisCell.of(cell, false);
            assertThat(compressed).isInstanceOf(TardisCell.class);
            assertThat(CellComparator.getInstance().compare(compressed, cell)).isZero();
            assertThat(CellUtil.cloneValue(compressed)).isEqualTo(CellUtil.cloneValue(cell));
            assertThat(compressed.getSerializedSize()).isEqualTo(cell.getSerializedSize());
            TardisCell extended = (TardisCell) compressed;
            for (boolean tags : new boolean[] {true, false}) {
                ByteArrayOutputStream actual = new ByteArrayOutputStream();
                ByteArrayOutputStream expected = new ByteArrayOutputStream();
                assertThat(extended.write(actual, tags)).isEqualTo(cell.write(expected, tags));
                assertThat(actual.toByteArray()).isEqualTo(expected.toByteArray());
            }
            ByteBuffer actual = ByteBuffer.allocate(cell.getSerializedSize());
            ByteBuffer expected = ByteBuffer.allocate(cell.getSerializedSize());
            extended.write(actual, 0);
            cell.write(expected, 0);
            assertThat(actual.array()).isEqualTo(expected.array());
            assertThat(compressed.heapSize()).isLessThan(500);
        }
    }

    @Test
    void cellsThatDoNotCompressAreReturnedUnchanged() {
        for (Cell each : List.of(cell(bytes(10_000)), cell(data(255)), cell(new byte[0]))) {
            assertThat(TardisCell.of(each, false)).isSameAs(each);
        }
        Cell compressed = TardisCell.of(cell(data(1_000)), false);
        assertThat(TardisCell.of(compressed, false)).isSameAs(compressed);
    }

    @Test
    void heapSizeIsThatOfTheCompressedOrOfTheOriginalCell() {
        KeyValue cell = cell(data(100_000));
        assertThat(((TardisCell) TardisCell.of(cell, false)).heapSize()).isLessThan(500);
        assertThat(((TardisCell) TardisCell.of(cell, true)).heapSize())
                .isBetween(cell.heapSize() - 16, cell.heapSize() + 16);
    }

    /** Metadata inside the value is kept verbatim. */
    @Test
    void valueWithEmbeddedMetadataIsRestored() {
        for (int i = 0; i < 500; i++) {
            byte[] value = data(2_000 + random.nextInt(1_000));
            System.arraycopy(bytes(20), 0, value, random.nextInt(1_900), 20);
            Cell compressed = TardisCell.of(cell(value), false);
            assertThat(compressed).isInstanceOf(TardisCell.class);
            assertThat(CellUtil.cloneValue(compressed)).isEqualTo(value);
        }
    }
}
