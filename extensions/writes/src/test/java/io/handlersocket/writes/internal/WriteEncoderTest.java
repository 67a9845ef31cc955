// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import static io.handlersocket.writes.internal.WriteFixture.column;
import static io.handlersocket.writes.internal.WriteFixture.encode;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.Key;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.writes.Write;
import io.handlersocket.writes.WriteResult;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The line that each write becomes, and the writes that are refused before anything is sent. */
class WriteEncoderTest {

    private static final WriteTable TABLE = WriteFixture.table(
            Map.of(
                    "id", new WriteTable.Rule(true, null, false),
                    "level", new WriteTable.Rule(false, "1", false)),
            column("id", "int", false),
            column("level", "tinyint", false),
            column("note", "int", true));

    private static String line(Write write) {
        return line(TABLE, write);
    }

    private static String line(WriteTable table, Write write) {
        PendingWrite encoded = encode(table, write);
        String line = new String(encoded.line(7), ISO_8859_1);
        assertThat(line).hasSizeLessThanOrEqualTo(encoded.maxBytes()).endsWith("\n");
        return line.strip().replace('\t', ' ').replace('\0', '~');
    }

    private static Map<String, @Nullable Object> row(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> row = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            row.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return row;
    }

    @Test
    void anInsertNamesEveryColumnInDeclaredOrder() {
        assertThat(line(Write.insert(row("level", 3, "id", 5, "note", 9)))).isEqualTo("7 + 3 5 3 9");
        assertThat(line(Write.insert(row("level", 3))))
                .as("generated, and NULL")
                .isEqualTo("7 + 3 ~ 3 ~");
        assertThat(encode(TABLE, Write.insert(row("level", 3))).target().columns())
                .containsExactly("id", "level", "note");
    }

    @Test
    void anInsertThatSqlWouldCompleteIsRefused() {
        assertThatThrownBy(() -> line(Write.insert(row("id", 0, "level", 3))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0, for which the server generates a value");
        assertThatThrownBy(() -> line(Write.insert(row("id", 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SQL would store its default 1");
        assertThatThrownBy(() -> line(Write.insert(row("level", null))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("NOT NULL");
        assertThatThrownBy(() -> line(Write.insert(row("level", 3, "unknown", 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no column unknown");
        Column[] many = new Column[33];
        Arrays.setAll(many, i -> column("c" + i, "int", true));
        assertThatThrownBy(() -> line(WriteFixture.table(Map.of(), many), Write.insert(row("c0", 1))))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("at most 32");
    }

    /** Under a UCA collation a long text may equal a shorter one, but the column cannot hold it. */
    @ParameterizedTest
    @ValueSource(strings = {"utf8mb4_bin", "utf8mb4_uca1400_ai_ci", "utf8mb4_uca1400_nopad_ai_ci"})
    void aTextThatIsTooLongIsAnIllegalArgumentUnderEveryCollation(String collation) {
        WriteTable table = WriteFixture.table(Map.of(), column("id", "int", false), text(collation));
        for (String tooLong : List.of("abcd", "abc d", "\ud83d\ude00\ud83d\ude00\ud83d\ude00\ud83d\ude00")) {
            assertThatThrownBy(() -> encode(table, Write.insert(row("id", 1, "v", tooLong))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("column v varchar(3): a text of ")
                    .hasMessageEndingWith("characters (expected at most 3)");
        }
        assertThat(line(table, Write.insert(row("id", 1, "v", "abc   ")))).isEqualTo("7 + 2 1 abc");
        assertThat(line(table, Write.update(Key.of(1), row("v", "ab     ")))).endsWith(" U ab");
        assertThat(encode(table, Write.update(Key.of(1), row("v", "\ud83d\ude00\ud83d\ude00\ud83d\ude00 ")))
                        .line(7))
                .as("characters are counted, not chars")
                .endsWith(new byte[] {(byte) 0xF0, (byte) 0x9F, (byte) 0x98, (byte) 0x80, '\n'});
    }

    private static Column text(String collation) {
        return new Column(
                "v",
                "varchar",
                "varchar(3)",
                false,
                false,
                3,
                12,
                0,
                -1,
                0,
                "utf8mb4",
                CatalogFixture.collation(collation),
                true,
                false,
                List.of());
    }

    @Test
    void anUpdateSetsItsColumnsInDeclaredOrder() {
        Write.Update update = Write.update(Key.of(5), row("note", null, "level", 4));
        assertThat(line(update)).isEqualTo("7 = 1 5 1 0 U 4 ~");
        assertThat(line(update.returningOldRow())).isEqualTo("7 = 1 5 1 0 U? 4 ~");
        assertThat(encode(TABLE, update).target())
                .isEqualTo(new WriteTarget(new TableName("s", "t"), "PRIMARY", List.of("level", "note")));
    }

    @Test
    void aDeleteOpensTheIndexOrAllThatItReturns() {
        Write.Delete delete = Write.delete(Key.of(5));
        assertThat(line(delete)).isEqualTo("7 = 1 5 1 0 D");
        assertThat(encode(TABLE, delete).target().columns()).containsExactly("id");
        assertThat(line(delete.returningOldRow())).isEqualTo("7 = 1 5 1 0 D?");
        assertThat(encode(TABLE, delete.returningOldRow()).target().columns()).containsExactly("id", "level", "note");
    }

    /** The bounds keep the sum in the column's range; the server would store the nearest value. */
    @ParameterizedTest
    @CsvSource({
        "tinyint, 5, -128, 122",
        "tinyint, -5, -123, 127",
        "smallint, 1, -32768, 32766",
        "mediumint, 1, -8388608, 8388606",
        "int, 1, -2147483648, 2147483646",
        "bigint, 1, -9223372036854775808, 9223372036854775806"
    })
    void anIncrementIsConditionalOnTheRangeOfItsColumn(String type, long by, String min, String max) {
        WriteTable table = WriteFixture.table(Map.of(), column("id", "int", false), column("n", type, false));
        assertThat(line(table, Write.increment(Key.of(5), "n", by)))
                .isEqualTo("7 = 1 5 1 0 F >= 0 " + min + " F <= 0 " + max + " + " + by);
    }

    @Test
    void anIncrementOfANullableColumnLeavesNullAlone() {
        assertThat(line(Write.increment(Key.of(5), "note", 1))).contains("F != 0 ~ F >= 0");
        assertThat(line(Write.increment(Key.of(5), "note", 1).returningOldRow()))
                .endsWith(" +? 1");
    }

    @Test
    void anIncrementThatCannotWorkIsRefused() {
        assertThatThrownBy(() -> line(Write.increment(Key.of(5), "level", 256)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more than the column's whole range");
        WriteTable dates = WriteFixture.table(Map.of(), column("id", "int", false), column("day", "date", false));
        assertThatThrownBy(() -> line(dates, Write.increment(Key.of(5), "day", 1)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("expected an integer column");
    }

    @Test
    void aWriteByAKeyThatNoRowCanHaveIsAppliedToNoRow() {
        assertThat(encode(TABLE, Write.delete(Key.of(1L << 40))).result().join())
                .isInstanceOfSatisfying(
                        WriteResult.Applied.class,
                        applied -> assertThat(applied.rows()).isZero());
        assertThat(encode(TABLE, Write.delete(Key.of(1))).result()).isNotDone();
    }
}
