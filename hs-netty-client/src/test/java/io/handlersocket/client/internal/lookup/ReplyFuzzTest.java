// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.Row;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.client.internal.lookup.FindRequest.NumberFindRequest;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.WireIndex;
import io.handlersocket.client.internal.transport.shared.ConnectionPool;
import io.handlersocket.client.internal.transport.shared.EmbeddedConnection;
import io.handlersocket.testkit.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Replies broken in every way chance finds: a lookup ends, and never with the row of another key. */
class ReplyFuzzTest {

    private static final int MAX_LINE_BYTES = 2_000;
    private static final long HOUR_NANOS = 3_600_000_000_000L;
    private static final ServerFacts SERVER = CatalogFixture.SERVER;
    private static final TableName NAME = new TableName("s", "t");
    private static final Table TABLE = new Table(
            NAME,
            "BASE TABLE",
            "InnoDB",
            false,
            List.of(column("id", "int"), column("v", "int"), column("w", "int")),
            List.of(new IndexDefinition("PRIMARY", true, "BTREE", List.of(new IndexPart("id", 0, false)))));

    private static final ReplyLayout LAYOUT = ReplyLayout.of(TABLE, "PRIMARY", true, SERVER);
    private static final OpenedIndex OPENED =
            new OpenedIndex(new WireIndex(0, NAME, "PRIMARY", LAYOUT.columnNames()), LAYOUT);
    private static final ConnectionPool UNUSED = new ConnectionPool(
            "fuzz",
            new ConnectionLimits(1, 1, 1, 1, 0, 1),
            null,
            (connection, reason) -> {},
            () -> {},
            System::nanoTime);
    private static final LookupContext CONTEXT = new LookupContext(
            UNUSED, closed -> {}, Tables.SILENT, () -> false, new UserStages(null, UNUSED.io()), HOUR_NANOS);

    private final Random random = Seed.random(ReplyFuzzTest.class);
    private final int[] ends = new int[3];

    private static Column column(String name, String type) {
        return CatalogFixture.column(name, type, true);
    }

    @AfterAll
    static void close() {
        UNUSED.close();
    }

    @Test
    @Timeout(900)
    void brokenRepliesNeverHangALookupNorAnswerItWithAnotherRow() {
        int mutations = Seed.size("fuzz.replies", 20_000);
        long before = usedBytes();

        EmbeddedConnection server = connect();
        for (int done = 0; done < mutations; ) {
            if (server.connection().isClosed()) {
                server = connect();
            }
            done += round(server);
        }

        System.out.println("ReplyFuzzTest: rows, misses, failures: " + Arrays.toString(ends));
        assertThat(Arrays.stream(ends).min().orElseThrow())
                .as("fewest of these")
                .isGreaterThan(mutations / 100);
        assertThat(usedBytes() - before).as("bytes kept").isLessThan(32 << 20);
    }

    private static EmbeddedConnection connect() {
        EmbeddedConnection server = new EmbeddedConnection(64, 64, MAX_LINE_BYTES, 60_000);
        server.open(OPENED.wire());
        return server;
    }

    /** Some lookups, their replies, broken; returns how often. */
    private int round(EmbeddedConnection server) {
        List<Integer> keys = new ArrayList<>();
        List<FindRequest> requests = new ArrayList<>();
        StringBuilder right = new StringBuilder();
        for (int count = 1 + random.nextInt(6); count > 0; count--) {
            int key = random.nextInt(random.nextBoolean() ? 30 : Integer.MAX_VALUE);
            byte[] bytes = Integer.toString(key).getBytes(ISO_8859_1);
            FindRequest request = random.nextBoolean()
                    ? new FindRequest(CONTEXT, OPENED, LookupLines.key(new byte[][] {bytes}), System.nanoTime())
                    : new NumberFindRequest(CONTEXT, OPENED, key, System.nanoTime());
            keys.add(key);
            requests.add(request);
            server.connection().submit(request);
            right.append(reply(key));
        }
        server.discardFlushes();

        int mutations = 1 + random.nextInt(5);
        byte[] wrong = right.toString().getBytes(ISO_8859_1);
        for (int i = 0; i < mutations; i++) {
            wrong = mutated(wrong);
        }
        int cut = random.nextInt(wrong.length + 1);
        server.receive(wrong, 0, cut);
        server.receive(wrong, cut, wrong.length);
        if (requests.stream().anyMatch(request -> !request.isDone()) || random.nextInt(20) == 0) {
            server.disconnect();
        }
        for (int i = 0; i < requests.size(); i++) {
            check(requests.get(i), keys.get(i), wrong);
        }
        return mutations;
    }

    private String reply(int key) {
        return switch (random.nextInt(5)) {
            case 0 -> "0\t3\n";
            case 1 -> "1\t1\tlock_tables\n";
            case 2 -> "0\t3\t" + key + "\t\u0000\t" + key + '\n';
            default -> "0\t3\t" + key + '\t' + random.nextInt(40) + '\t' + key + '\n';
        };
    }

    private void check(FindRequest request, int key, byte[] wrong) {
        assertThat(request).as("lookup of %s", key).isDone();
        if (request.isCompletedExceptionally()) {
            ends[2]++;
            return;
        }
        Optional<Row> row = request.join();
        ends[row.isPresent() ? 0 : 1]++;
        if (row.isPresent() && row.get().intAt(0) != key) {
            assertThat(row.get().intAt(0))
                    .as("after %s", new String(wrong, ISO_8859_1))
                    .isEqualTo(key);
        }
    }

    private byte[] mutated(byte[] bytes) {
        int at = random.nextInt(bytes.length + 1);
        int to = Math.min(bytes.length, at + 1 + random.nextInt(random.nextInt(8) == 0 ? 40 : 4));
        byte[] middle = Arrays.copyOfRange(bytes, Math.min(at, bytes.length), Math.max(at, to));
        byte[] replacement = switch (random.nextInt(7)) {
            case 0 -> new byte[0];
            case 1 -> concatenated(middle, middle);
            case 2 -> concatenated(middle, special());
            case 3 -> concatenated(special(), new byte[0]);
            case 4 -> concatenated(middle, Arrays.copyOfRange(bytes, 0, Math.min(bytes.length, 30)));
            case 5 -> random.nextInt(200) == 0 ? new byte[5_000] : flipped(middle);
            default -> flipped(middle);
        };
        byte[] end = at >= bytes.length ? new byte[0] : Arrays.copyOfRange(bytes, Math.max(at, to), bytes.length);
        return concatenated(concatenated(Arrays.copyOf(bytes, at), replacement), end);
    }

    private byte[] special() {
        String[] specials = {
            "\n", "\t", "\u0000", "\u0001", "\r", "0", "0\t3\n", "1\n", "\t\n", "\u00ff", "0\t3\t7\t7\t7\n"
        };
        return specials[random.nextInt(specials.length)].getBytes(ISO_8859_1);
    }

    private byte[] flipped(byte[] bytes) {
        byte[] flipped = bytes.clone();
        for (int i = 0; i < flipped.length; i++) {
            flipped[i] ^= (byte) (1 << random.nextInt(8));
        }
        return flipped;
    }

    private static byte[] concatenated(byte[] one, byte[] two) {
        byte[] both = Arrays.copyOf(one, one.length + two.length);
        System.arraycopy(two, 0, both, one.length, two.length);
        return both;
    }

    private static long usedBytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
