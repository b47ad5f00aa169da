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

class DescribedCellTest {
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
    void itIsTheCellThatItWasMadeOf() throws IOException {
        for (int i = 0; i < 2_000; i++) {
            KeyValue cell = cell(data(256 + random.nextInt(5_000)));
            Cell described = DescribedCell.of(cell, false);
            assertThat(described).isInstanceOf(DescribedCell.class);
            assertThat(CellComparator.getInstance().compare(described, cell)).isZero();
            assertThat(CellUtil.cloneValue(described)).isEqualTo(CellUtil.cloneValue(cell));
            assertThat(described.getSerializedSize()).isEqualTo(cell.getSerializedSize());
            DescribedCell extended = (DescribedCell) described;
            for (boolean tags : new boolean[] {true, false}) {
                ByteArrayOutputStream own = new ByteArrayOutputStream();
                ByteArrayOutputStream its = new ByteArrayOutputStream();
                assertThat(extended.write(own, tags)).isEqualTo(cell.write(its, tags));
                assertThat(own.toByteArray()).isEqualTo(its.toByteArray());
            }
            ByteBuffer own = ByteBuffer.allocate(cell.getSerializedSize());
            ByteBuffer its = ByteBuffer.allocate(cell.getSerializedSize());
            extended.write(own, 0);
            cell.write(its, 0);
            assertThat(own.array()).isEqualTo(its.array());
            assertThat(described.heapSize()).isLessThan(500);
        }
    }

    @Test
    void whatIsNotWorthItStaysAsItIs() {
        for (Cell each : List.of(cell(bytes(10_000)), cell(data(255)), cell(new byte[0]))) {
            assertThat(DescribedCell.of(each, false)).isSameAs(each);
        }
        Cell described = DescribedCell.of(cell(data(1_000)), false);
        assertThat(DescribedCell.of(described, false)).isSameAs(described);
    }

    @Test
    void itCountsWhatItTakesOrWhatTheCellTook() {
        KeyValue cell = cell(data(100_000));
        assertThat(((DescribedCell) DescribedCell.of(cell, false)).heapSize()).isLessThan(500);
        assertThat(((DescribedCell) DescribedCell.of(cell, true)).heapSize())
                .isBetween(cell.heapSize() - 16, cell.heapSize() + 16);
    }

    /** A few bytes of metadata are kept as they are. */
    @Test
    void whatStandsBetweenComesBack() {
        for (int i = 0; i < 500; i++) {
            byte[] value = data(2_000 + random.nextInt(1_000));
            System.arraycopy(bytes(20), 0, value, random.nextInt(1_900), 20);
            Cell described = DescribedCell.of(cell(value), false);
            assertThat(described).isInstanceOf(DescribedCell.class);
            assertThat(CellUtil.cloneValue(described)).isEqualTo(value);
        }
    }
}
