// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import java.util.Random;

/**
 * One client of an application instance: its control thread, as {@code docs/architecture.md} describes it. The times
 * are those of the client's sources.
 */
final class Instance {

    private static final double SECOND = 1e6;
    private static final double CHECK = SECOND;
    private static final double STATEMENT_LIMIT = SECOND;
    private static final double CONNECTING_LIMIT = 5 * SECOND;
    private static final double DEAD_MANS_SWITCH = 2 * SECOND;
    private static final double RETRY = 0.1 * SECOND;
    private static final double MOST_LATE = 0.7 * SECOND;
    private static final double PAUSE = 0.1 * SECOND;
    private static final double ASK = 0.2 * SECOND;
    private static final double LONGEST_YIELD = 1.5 * SECOND;
    private static final double FIRST_BACKOFF = 0.1 * SECOND;
    private static final double LONGEST_BACKOFF = 2 * SECOND;
    private static final double QUARANTINE = 5 * SECOND;

    private final Fleet fleet;
    private final Events events;
    private final Random random;
    private boolean open;
    private int failures;
    private double cleanAtMicros;
    private double closedAtMicros;
    private double quarantineSeconds = QUARANTINE;

    Instance(Fleet fleet, Events events, Random random) {
        this.fleet = fleet;
        this.events = events;
        this.random = random;
    }

    /** The client is connected, and its guard checks for the first time after a random part of a second. */
    void startConnected() {
        become(true);
        cleanAtMicros = events.now();
        events.after(random.nextDouble() * CHECK, this::check);
    }

    /** The client has tried for a while to reach the server. */
    void startUnreachable() {
        events.after(random.nextDouble() * LONGEST_BACKOFF, this::connect);
        failures = 10;
    }

    private void become(boolean nowOpen) {
        if (open != nowOpen) {
            open = nowOpen;
            fleet.opened(nowOpen ? 1 : -1);
        }
    }

    private void check() {
        check(events.now());
    }

    /** @param due when the check was due; a refused one is tried again for a while */
    private void check(double due) {
        double begun = events.now();
        SqlServer.Work work = new SqlServer.Work(
                fleet.costs().sessionMicros(),
                STATEMENT_LIMIT,
                1,
                fleet.tables() * fleet.costs().tableMicros(),
                STATEMENT_LIMIT);
        Runnable tooMany = () -> {
            if (events.now() - due >= MOST_LATE) {
                unreachable();
            } else {
                events.after(RETRY, () -> check(due));
            }
        };
        fleet.sql().session(work, () -> checked(begun), tooMany, this::unreachable);
    }

    private void checked(double begun) {
        fleet.checkTook(events.now() - begun);
        if (events.now() - cleanAtMicros > DEAD_MANS_SWITCH) {
            fleet.deadMansSwitch();
            unreachable();
        } else if (fleet.isDrainHeld()) {
            drained();
        } else if (fleet.isSessionWaiting() && !isQuarantined()) {
            // The error of the common statement names no table, so each table is asked for.
            SqlServer.Work each = new SqlServer.Work(
                    0,
                    STATEMENT_LIMIT,
                    fleet.tables(),
                    fleet.costs().statementMicros() + fleet.costs().tableMicros(),
                    STATEMENT_LIMIT);
            fleet.sql().session(each, this::yieldToDdl, this::unreachable);
        } else {
            cleanAtMicros = events.now();
            events.after(Math.max(1_000, begun + CHECK - events.now()), this::check);
        }
    }

    private boolean isQuarantined() {
        return closedAtMicros > 0 && events.now() - closedAtMicros < quarantineSeconds;
    }

    private void yieldToDdl() {
        become(false);
        quarantineSeconds = closedAtMicros > 0 ? Math.min(60 * SECOND, 2 * quarantineSeconds) : QUARANTINE;
        closedAtMicros = events.now();
        events.after(PAUSE + random.nextDouble() * PAUSE, this::ask);
    }

    /** Waits, without connections, until no session waits. */
    private void ask() {
        fleet.sql()
                .session(
                        new SqlServer.Work(
                                fleet.costs().sessionMicros(),
                                CONNECTING_LIMIT,
                                1,
                                fleet.costs().statementMicros(),
                                STATEMENT_LIMIT),
                        () -> {
                            if (fleet.isSessionWaiting() && events.now() - closedAtMicros < LONGEST_YIELD) {
                                events.after(ASK, this::ask);
                            } else {
                                connect();
                            }
                        },
                        this::unreachable);
    }

    private void drained() {
        become(false);
        events.after(CHECK, this::connect);
    }

    private void unreachable() {
        become(false);
        double step = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * (1 << Math.min(failures++, 10)));
        events.after(step / 2 + random.nextDouble() * step / 2, this::connect);
    }

    /** Discovers the server, connects, and opens the indexes. */
    private void connect() {
        int statements = fleet.costs().startStatements();
        SqlServer.Work work = new SqlServer.Work(
                fleet.costs().sessionMicros(),
                CONNECTING_LIMIT,
                fleet.isDrainHeld() ? statements / 4 : statements,
                (fleet.costs().startMicros() - fleet.costs().sessionMicros()) / statements,
                STATEMENT_LIMIT);
        fleet.sql()
                .session(
                        work,
                        () -> {
                            if (fleet.isDrainHeld()) {
                                drained();
                            } else {
                                fleet.acceptQueue().connect(fleet.connections(), this::connected, this::unreachable);
                            }
                        },
                        this::unreachable);
    }

    private void connected() {
        failures = 0;
        cleanAtMicros = events.now();
        become(true);
        events.after(CHECK, this::check);
    }
}
