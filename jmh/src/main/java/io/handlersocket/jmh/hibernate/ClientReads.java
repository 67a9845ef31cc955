// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.hibernate;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Range;
import io.handlersocket.client.Row;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Check;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Threads;
import io.handlersocket.jmh.measure.ThreadsArm;
import io.handlersocket.jmh.measure.UserTable;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What Hibernate and repositories read, by the client alone: the same lookups in as many round trips, every value
 * decoded, no entity. An integration that costs nothing would be as fast.
 */
public final class ClientReads implements AutoCloseable {

    private static final int MANY = 100;

    private final HandlerSocketClient client;
    private final Index users;
    private final Index teams;
    private final Index members;

    /** @param db has the tables {@code user}, {@code team} and {@code member} */
    public ClientReads(Database db) {
        client = Unit.client(db);
        users = client.index(IndexSpec.primary(db.schema(), "user").select("user_name", "user_email", "created"));
        teams = client.index(IndexSpec.primary(db.schema(), "team").select("team_id"));
        members = client.index(new IndexSpec(
                new TableName(db.schema(), "member"), "team_id", List.of("member_id", "nick", "team_id")));
    }

    /** A row by id. */
    public Arm find(int threads) {
        return arm("find", threads, () -> {
            int id = UserTable.randomId();
            check(id, users.find(id));
            return 1;
        });
    }

    /** 100 rows by id. */
    public Arm findMultiple() {
        return arm("multi100", 1, () -> {
            List<Integer> ids = new ArrayList<>(MANY);
            for (int i = 0; i < MANY; i++) {
                ids.add(UserTable.randomId());
            }
            List<Optional<Row>> found = users.findAll(ids);
            for (int i = 0; i < MANY; i++) {
                check(ids.get(i), found.get(i));
            }
            return MANY;
        });
    }

    /** A parent, then its 20 children by their foreign key. */
    public Arm children() {
        return arm("children20", 1, () -> {
            int id = ThreadLocalRandom.current().nextInt(Teams.TEAMS);
            int team = (int) teams.find(id).orElseThrow().longAt(0);
            List<Row> found = members.range(Range.equal(team));
            for (Row member : found) {
                if (member.longAt(0) / Teams.MEMBERS != id || member.stringAt(1) == null || member.longAt(2) != id) {
                    throw new AssertionError("not a member of " + id);
                }
            }
            if (found.size() != Teams.MEMBERS) {
                throw new AssertionError(found.size() + " members of " + id);
            }
            return found.size();
        });
    }

    private static void check(int id, Optional<Row> found) {
        Row row = found.orElseThrow();
        Check.row(id, row.stringAt(0), row.stringAt(1), row.valueAt(2, LocalDateTime.class));
    }

    private static Arm arm(String what, int threads, Threads.Read read) {
        return new ThreadsArm(what + "-client-" + threads, threads, read);
    }

    @Override
    public void close() {
        client.close();
    }
}
