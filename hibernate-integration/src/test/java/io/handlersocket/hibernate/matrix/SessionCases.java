// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static io.handlersocket.hibernate.matrix.MatrixCase.row;

import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.fixture.Keyed;
import io.handlersocket.hibernate.fixture.Model;
import io.handlersocket.hibernate.fixture.Model.Versioned;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.CacheMode;
import org.hibernate.FlushMode;
import org.hibernate.LockMode;
import org.hibernate.Session;
import org.hibernate.StatelessSession;

/** What else a session is asked: locks, writes before loads, sessions without state. */
final class SessionCases {

    private static final String WRITTEN = "the transaction has written";

    private SessionCases() {}

    static Stream<MatrixCase> all() {
        return Stream.of(locks(), writes(), modes(), stateless()).flatMap(cases -> cases);
    }

    private static Stream<MatrixCase> locks() {
        return Stream.concat(
                Stream.of(
                                LockMode.OPTIMISTIC,
                                LockMode.OPTIMISTIC_FORCE_INCREMENT,
                                LockMode.PESSIMISTIC_READ,
                                LockMode.PESSIMISTIC_WRITE,
                                LockMode.PESSIMISTIC_FORCE_INCREMENT,
                                LockMode.UPGRADE_NOWAIT)
                        .map(mode -> row("find " + mode, JDBC, "", 1, s -> s.find(Versioned.class, 1, mode))),
                Stream.of(
                        row("find READ", HANDLERSOCKET, "", 1, s -> s.find(Versioned.class, 1, LockMode.READ)),
                        row("lock PESSIMISTIC_WRITE", JDBC, "", 1, s -> s.find(Versioned.class, 1), (s, versioned) -> {
                            s.lock(versioned, LockMode.PESSIMISTIC_WRITE);
                            return versioned;
                        }),
                        row(
                                "refresh PESSIMISTIC_WRITE",
                                JDBC,
                                "",
                                1,
                                s -> s.find(Versioned.class, 1),
                                (s, versioned) -> {
                                    s.refresh(versioned, LockMode.PESSIMISTIC_WRITE);
                                    return versioned;
                                })));
    }

    static Stream<MatrixCase> writes() {
        return Stream.of(
                row(
                        "find after a bulk update",
                        JDBC,
                        WRITTEN,
                        1,
                        s -> s.createMutationQuery("update Plain p set p.name = 'own'")
                                .executeUpdate(),
                        (s, updated) -> s.find(Model.Plain.class, 1)),
                row(
                        "find after persist, not flushed",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> persisted(s, 70),
                        (s, persisted) -> List.of(s.find(Versioned.class, 70), s.find(Versioned.class, 1))),
                row(
                        "find after persist and flush",
                        JDBC,
                        WRITTEN,
                        1,
                        s -> {
                            Versioned persisted = persisted(s, 70);
                            s.flush();
                            return persisted;
                        },
                        (s, persisted) -> s.find(Versioned.class, 1)),
                row(
                        "own row after flush and clear",
                        JDBC,
                        WRITTEN,
                        1,
                        s -> {
                            Versioned persisted = persisted(s, 70);
                            s.flush();
                            s.clear();
                            return persisted;
                        },
                        (s, persisted) -> s.find(Versioned.class, 70)),
                row(
                        "query that flushes first",
                        JDBC,
                        WRITTEN,
                        1,
                        s -> persisted(s, 70),
                        (s, persisted) -> s.createSelectionQuery("from Versioned v where v.id = :id", Versioned.class)
                                .setParameter("id", 70)
                                .getResultList()),
                row(
                        "refresh after a native update",
                        JDBC,
                        WRITTEN,
                        1,
                        s -> {
                            Versioned versioned = s.find(Versioned.class, 1);
                            s.createNativeMutationQuery("update versioned set name = 'own' where id = 1")
                                    .executeUpdate();
                            return versioned;
                        },
                        (s, versioned) -> {
                            s.refresh(versioned);
                            return versioned;
                        }),
                row(
                        "find after remove",
                        HANDLERSOCKET,
                        "",
                        0,
                        s -> {
                            s.remove(s.find(Model.Plain.class, 1));
                            return 1;
                        },
                        (s, id) -> String.valueOf(s.find(Model.Plain.class, id))),
                row("merge", HANDLERSOCKET, "", 1, s -> {
                    Versioned detached = new Versioned();
                    detached.id = 1;
                    detached.version = 5;
                    detached.name = "merged";
                    return s.merge(detached);
                }),
                row("merge of an old version", HANDLERSOCKET, "", 1, s -> {
                    Versioned detached = new Versioned();
                    detached.id = 1;
                    detached.version = 4;
                    return s.merge(detached);
                }));
    }

    private static Versioned persisted(Session session, int id) {
        Versioned versioned = new Versioned();
        versioned.id = id;
        versioned.name = "new";
        session.persist(versioned);
        return versioned;
    }

    private static Stream<MatrixCase> modes() {
        return Stream.of(
                row(
                        "overJdbc",
                        JDBC,
                        "the application asked for JDBC",
                        1,
                        s -> HandlerSocketLoads.of(s.getSessionFactory())
                                .overJdbc(s, () -> s.find(Versioned.class, 1))),
                row(
                        "after overJdbc",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> HandlerSocketLoads.of(s.getSessionFactory()).overJdbc(s, () -> "nothing"),
                        (s, nothing) -> s.find(Versioned.class, 1)),
                row("read-only session", HANDLERSOCKET, "", 1, s -> {
                    s.setDefaultReadOnly(true);
                    return s.find(Versioned.class, 1);
                }),
                row("FlushMode.MANUAL", HANDLERSOCKET, "", 1, s -> {
                    s.setHibernateFlushMode(FlushMode.MANUAL);
                    return s.find(Versioned.class, 1);
                }),
                row("CacheMode.IGNORE", HANDLERSOCKET, "", 1, s -> {
                    s.setCacheMode(CacheMode.IGNORE);
                    return s.find(Versioned.class, 1);
                }),
                row("find, detach, find", HANDLERSOCKET, "", 2, s -> {
                    Versioned first = s.find(Versioned.class, 1);
                    s.detach(first);
                    return List.of(first, s.find(Versioned.class, 1));
                }));
    }

    private static Stream<MatrixCase> stateless() {
        return Stream.of(
                row(
                        "StatelessSession.get",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> stateless(s).get(Versioned.class, 1)),
                row(
                        "StatelessSession.get, no row",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> String.valueOf(stateless(s).get(Versioned.class, 99))),
                row("StatelessSession.get, two of them", HANDLERSOCKET, "", 2, s -> {
                    StatelessSession stateless = stateless(s);
                    return List.of(stateless.get(Versioned.class, 1), stateless.get(Model.Plain.class, 1));
                }),
                row(
                        "StatelessSession.getMultiple",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> stateless(s).getMultiple(Keyed.BySmall.class, List.of(0, -1))));
    }

    /** One that needs no closing: in the session's own transaction it has taken nothing, or only what ends with it. */
    private static StatelessSession stateless(Session session) {
        return session.statelessWithOptions().connection().open();
    }
}
