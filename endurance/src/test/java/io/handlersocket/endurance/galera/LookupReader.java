// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Key;
import io.handlersocket.client.Read;
import io.handlersocket.client.Row;
import io.handlersocket.client.Rows;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.endurance.galera.ClusterTables.Version;
import io.handlersocket.endurance.galera.Observed.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;

/** Reads games, scores and both together by a client, as an application does, and records each answer. */
final class LookupReader extends Worker {

    private static final long PAUSE_MICROS = 1_000;
    private static final int LIMIT = 10;

    private final HandlerSocketClient client;
    private final Index games;
    private final Index scores;
    private final IntSupplier node;
    private final Random random;
    private final List<Observed> observed = new ArrayList<>();
    private volatile int reads;

    /** @param node that the client reads from at present */
    LookupReader(String name, HandlerSocketClient client, IntSupplier node, Random random) {
        super(name, PAUSE_MICROS);
        this.client = client;
        this.games = client.index("game");
        this.scores = client.index(new IndexSpec(new TableName("test", "score"), "of_game", List.of()));
        this.node = node;
        this.random = random;
    }

    @Override
    void step() {
        int key = ClusterTables.anyKey(random);
        int kind = random.nextInt(3);
        int before = node.getAsInt();
        long begin = System.nanoTime();
        Version seen = kind == 0 ? game(key) : kind == 1 ? scores(key) : together(key);
        long end = System.nanoTime();
        // While it moves to another node, either may have answered.
        int answered = before == node.getAsInt() ? before : Observed.UNKNOWN;
        observed.add(new Observed(Way.LOOKUP, answered, key, seen.version(), seen.nonce(), begin, end));
        reads = observed.size();
    }

    private Version game(int key) {
        return ClusterTables.read(key, games.find(key).stream().toList(), 1);
    }

    private Version scores(int key) {
        return ClusterTables.read(
                key, client.readTogether(List.of(read(scores, key))).get(0).rows(), ClusterTables.ROWS_OF_SCORES);
    }

    private Version together(int key) {
        List<Row> rows = client.readTogether(List.of(read(games, key), read(scores, key))).stream()
                .map(Rows::rows)
                .flatMap(List::stream)
                .toList();
        return ClusterTables.read(key, rows, ClusterTables.ROWS_OF_GAME_AND_SCORES);
    }

    private static Read read(Index index, int key) {
        return new Read(index, List.of(Key.of(key)), List.of(), LIMIT);
    }

    /** Answers so far. */
    int reads() {
        return reads;
    }

    /** After the thread has ended. */
    List<Observed> observed() {
        return observed;
    }
}
