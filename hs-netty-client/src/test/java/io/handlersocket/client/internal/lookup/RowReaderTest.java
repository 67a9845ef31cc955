// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.Row;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.ReplyScanner;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Rows are read only from whole replies, and only if they have the key that was asked for. */
class RowReaderTest {

    private final OpenedIndex primary = Tables.opened(Tables.index("PRIMARY", true, "guild", "player"));

    private static <T> T read(String reply, Function<Reply, T> reader) {
        List<T> results = new ArrayList<>();
        byte[] bytes = (reply.replace(' ', '\t') + '\n').getBytes(ISO_8859_1);
        new ReplyScanner(1_000).feed(Unpooled.wrappedBuffer(bytes), line -> results.add(reader.apply(line)));
        return results.get(0);
    }

    private int rows(String reply) {
        return read(reply, line -> RowReader.rows(line, primary));
    }

    private boolean hasKey(String reply, int row, String... key) {
        byte[][] parts = new byte[key.length][];
        for (int i = 0; i < key.length; i++) {
            parts[i] = key[i].getBytes(ISO_8859_1);
        }
        return read(reply, line -> RowReader.hasKey(line, primary, row, parts));
    }

    /** As {@code FindRequest} checks it: the key is compared as it is in the line. */
    private boolean hasKeyOfLine(String reply, Object... key) {
        byte[] tokens = Objects.requireNonNull(LookupLines.key(primary.layout(), key));
        return read(reply, row -> RowReader.hasKey(row, primary, tokens));
    }

    @Test
    void countsWholeRowsOnly() {
        assertThat(rows("0 3")).isZero();
        assertThat(rows("0 3 1 2 3 4 5 6")).isEqualTo(2);
        for (String broken : List.of("0 3 1 2", "0 2 1 2", "0 3 1 2 3 4")) {
            assertThatThrownBy(() -> rows(broken))
                    .as(broken)
                    .isInstanceOf(ProtocolException.class)
                    .hasMessageContaining("game.member.PRIMARY");
        }
    }

    @Test
    void aRowShowsTheColumnsOfItsHandleInTheirOrder() {
        OpenedIndex some = primary.withColumns(List.of("score", "guild"));
        Row row = read("0 3 1 2 3 4 5 6", line -> RowReader.row(line, some, 1));
        assertThat(row.columns().stream().map(column -> column.name())).containsExactly("score", "guild");
        assertThat(row.intAt(0)).isEqualTo(6);
        assertThat(row.intAt(1)).isEqualTo(4);
    }

    @Test
    void aRowHasTheKeyOrItsLeadingParts() {
        assertThat(hasKey("0 3 1 2 3 4 5 6", 1, "4", "5")).isTrue();
        assertThat(hasKey("0 3 1 2 3 4 5 6", 1, "4")).isTrue();
        assertThat(hasKeyOfLine("0 3 1 2 3", 1, 2)).isTrue();
        assertThat(hasKeyOfLine("0 3 -1 0 3", -1, 0)).isTrue();
    }

    @Test
    void aRowHasTheTextOfANumber() {
        for (String right : List.of("0 3 1 -20 3", "0 3 -20 -20 3")) {
            assertThat(hasNumber(right)).as(right).isTrue();
        }
        for (String key : List.of("20", "-2", "\0", "-020", "-200", "")) {
            String other = "0 3 -20 " + key + " 3";
            assertThatThrownBy(() -> hasNumber(other)).as(other).isInstanceOf(ProtocolException.class);
        }
    }

    /** As {@code NumberFindRequest} checks the key -20. */
    private static boolean hasNumber(String reply) {
        OpenedIndex byPlayer = Tables.opened(Tables.index("PRIMARY", true, "player"));
        return read(reply, line -> RowReader.hasKey(line, byPlayer, -20));
    }

    @Test
    void aRowWithAnotherKeyBelongsToAnotherRequest() {
        for (String other : List.of("0 3 1 3 3", "0 3 2 2 3", "0 3 1 \0 3", "0 3 1 22 3")) {
            assertThatThrownBy(() -> hasKey(other, 0, "1", "2")).as(other).isInstanceOf(ProtocolException.class);
            assertThatThrownBy(() -> hasKeyOfLine(other, 1, 2)).as(other).isInstanceOf(ProtocolException.class);
        }
    }
}
