// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Range;
import io.handlersocket.client.Row;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Reads in every way that the starter offers, one after the other, and records the answers. One thread uses it. */
final class StarterReader {

    private static final int BATCH = 6;
    private static final Way[] WAYS = Way.values();

    private final Observer observer;
    private final Random random;
    private final int keys;
    private final Items items;
    private final Index index;
    private final Index byTeam;
    private final EntityManagerFactory factory;
    private final JdbcTemplate jdbc;
    private final TransactionTemplate readCommitted;
    private final TransactionTemplate repeatableRead;
    private int turn;

    StarterReader(ApplicationContext context, Observer observer, Random random, int keys) {
        this.observer = observer;
        this.random = random;
        this.keys = keys;
        items = context.getBean(Items.class);
        HandlerSocketClient client = context.getBean(HandlerSocketClient.class);
        index = client.index(Items.TABLE);
        byTeam = client.index(new IndexSpec(
                index.spec().table(), Items.TEAM_INDEX, index.spec().columns()));
        factory = context.getBean(EntityManagerFactory.class);
        jdbc = context.getBean(JdbcTemplate.class);
        PlatformTransactionManager manager = context.getBean(PlatformTransactionManager.class);
        readCommitted = reading(manager, TransactionDefinition.ISOLATION_READ_COMMITTED);
        repeatableRead = reading(manager, TransactionDefinition.ISOLATION_REPEATABLE_READ);
    }

    private static TransactionTemplate reading(PlatformTransactionManager manager, int isolation) {
        TransactionTemplate template = new TransactionTemplate(manager);
        template.setIsolationLevel(isolation);
        template.setReadOnly(true);
        return template;
    }

    /** Reads once, in the next way. */
    void read() {
        long key = 1L + random.nextInt(keys);
        long team = Teams.of(key);
        turn = (turn + 1) % WAYS.length;
        Way way = WAYS[turn];
        switch (way) {
            case JDBC -> overJdbc(key);
            case REPOSITORY -> one(way, key, () -> seen(items.findById(key)));
            case REPOSITORY_BATCH -> several(way, false, batch(), asked -> seen(items.findAllById(asked)));
            case REPOSITORY_RANGE -> several(way, true, Teams.members(team), asked -> seen(items.findByTeamId(team)));
            case PROJECTION -> several(way, true, Teams.members(team), asked -> items.findSeenByTeamId(team));
            case HIBERNATE -> one(way, key, () -> withEntityManager(key));
            case TRANSACTION -> inTransaction(key, 1L + random.nextInt(keys));
            case CLIENT ->
                one(way, key, () -> index.find(key).map(StarterReader::seen).orElse(null));
            case CLIENT_BATCH -> several(way, false, batch(), this::findAll);
            case CLIENT_RANGE ->
                several(
                        way,
                        true,
                        Teams.members(team),
                        asked -> byTeam.range(Range.equal(team)).stream()
                                .map(StarterReader::seen)
                                .toList());
        }
    }

    private interface OneRow {
        @Nullable
        Seen read();
    }

    private interface Rows {
        List<Seen> read(List<Long> asked);
    }

    private void one(Way way, long key, OneRow row) {
        long begin = System.nanoTime();
        observer.saw(way, begin, key, row.read());
    }

    private void several(Way way, boolean together, List<Long> asked, Rows rows) {
        long begin = System.nanoTime();
        observer.saw(way, begin, together, asked, rows.read(asked));
    }

    private List<Long> batch() {
        return random.longs(1, keys + 1L).distinct().limit(BATCH).boxed().toList();
    }

    private List<Seen> findAll(List<Long> asked) {
        return index.findAll(asked).stream()
                .flatMap(Optional::stream)
                .map(StarterReader::seen)
                .toList();
    }

    private void overJdbc(long key) {
        long begin = System.nanoTime();
        List<Seen> rows = jdbc.query(
                "SELECT id, version, mark, body FROM history_item WHERE id = ?",
                (row, number) ->
                        new Seen(row.getLong("id"), row.getLong("version"), row.getLong("mark"), row.getString("body")),
                key);
        observer.saw(Way.JDBC, begin, key, rows.isEmpty() ? null : rows.get(0));
    }

    private @Nullable Seen withEntityManager(long key) {
        try (EntityManager manager = factory.createEntityManager()) {
            return seen(manager.find(Item.class, key));
        }
    }

    /** Two rows of one transaction; at REPEATABLE READ each may be as old as the transaction. */
    private void inTransaction(long first, long second) {
        boolean repeatable = random.nextInt(4) == 0;
        long transaction = System.nanoTime();
        (repeatable ? repeatableRead : readCommitted).executeWithoutResult(status -> {
            for (long key : first == second ? List.of(first) : List.of(first, second)) {
                long begin = repeatable ? transaction : System.nanoTime();
                Isolation isolation = repeatable ? Isolation.REPEATABLE_READ : Isolation.READ_COMMITTED;
                observer.saw(Way.TRANSACTION, isolation, begin, key, seen(items.findById(key)));
            }
        });
    }

    private static @Nullable Seen seen(Optional<Item> item) {
        return item.map(Item::seen).orElse(null);
    }

    private static @Nullable Seen seen(@Nullable Item item) {
        return item == null ? null : item.seen();
    }

    private static List<Seen> seen(List<Item> items) {
        return items.stream().map(Item::seen).toList();
    }

    private static Seen seen(Row row) {
        return new Seen(
                row.getLong("id"),
                row.getLong("version"),
                row.getLong("mark"),
                Objects.requireNonNull(row.getString("body")));
    }
}
