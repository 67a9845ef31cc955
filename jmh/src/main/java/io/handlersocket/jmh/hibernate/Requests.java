// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.hibernate;

import io.handlersocket.jmh.measure.Check;
import io.handlersocket.jmh.measure.Threads;
import io.handlersocket.jmh.measure.UserTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.ToLongFunction;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/** What an application does in a request: session, transaction, one read, commit. */
final class Requests {

    private static final int MANY = 100;

    private Requests() {}

    /** An entity by id, of the first {@code ids} rows. */
    static Threads.Read find(Unit unit, int ids) {
        return request(unit, session -> {
            int id = ThreadLocalRandom.current().nextInt(ids);
            check(id, session.find(User.class, id));
            return 1;
        });
    }

    /** 100 entities by their ids. */
    static Threads.Read findMultiple(Unit unit) {
        return request(unit, session -> {
            List<Integer> ids = new ArrayList<>(MANY);
            for (int i = 0; i < MANY; i++) {
                ids.add(UserTable.randomId());
            }
            List<User> users = session.findMultiple(User.class, ids);
            for (int i = 0; i < MANY; i++) {
                check(ids.get(i), users.get(i));
            }
            return MANY;
        });
    }

    /** The children of a parent that is not loaded, by their foreign key. */
    static Threads.Read children(Unit unit) {
        return request(unit, session -> {
            int id = ThreadLocalRandom.current().nextInt(Teams.TEAMS);
            List<Member> members = session.find(Team.class, id).getMembers();
            for (Member member : members) {
                if (member.getId() / Teams.MEMBERS != id || member.getNick() == null) {
                    throw new AssertionError("not a member of " + id);
                }
            }
            if (members.size() != Teams.MEMBERS) {
                throw new AssertionError(members.size() + " members of " + id);
            }
            return members.size();
        });
    }

    /** A query that no lookup answers. */
    static Threads.Read ordered(Unit unit) {
        return request(unit, session -> {
            int id = UserTable.randomId();
            check(
                    id,
                    session.createSelectionQuery(
                                    "from User where id between :from and :to and length(name) >= 0", User.class)
                            .setParameter("from", id)
                            .setParameter("to", id)
                            .getSingleResult());
            return 1;
        });
    }

    static Threads.Read request(Unit unit, ToLongFunction<Session> work) {
        return () -> {
            try (Session session = unit.sessions().openSession()) {
                session.beginTransaction();
                long rows = work.applyAsLong(session);
                session.getTransaction().commit();
                return rows;
            }
        };
    }

    private static void check(int id, @Nullable User user) {
        if (user == null || user.getId() != id) {
            throw new AssertionError("not the row " + id);
        }
        Check.row(id, user.getName(), user.getEmail(), user.getCreated());
    }
}
