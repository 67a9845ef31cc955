// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.load;

/**
 * How much load, and for how long. All of it is bounded.
 *
 * @param users who ask at the same time, each one request after the other; 1 to 256
 * @param seconds of one turn of one route at one endpoint; 1 to 60
 * @param warmup seconds of one turn in the first round, which is not counted; 1 to 60
 * @param rounds in which every route has its turn at every endpoint; 1 to 10
 * @param players of the world; 100 to 1,000,000
 */
record Settings(int users, int seconds, int warmup, int rounds, int players) {

    Settings {
        check("users", users, 1, 256);
        check("seconds", seconds, 1, 60);
        check("warmup", warmup, 1, 60);
        check("rounds", rounds, 1, 10);
        check("players", players, 100, 1_000_000);
    }

    /** From the system properties {@code load.users} and so on. */
    static Settings fromSystem() {
        return new Settings(
                Integer.getInteger("load.users", 64),
                Integer.getInteger("load.seconds", 5),
                Integer.getInteger("load.warmup", 10),
                Integer.getInteger("load.rounds", 3),
                Integer.getInteger("load.players", 100_000));
    }

    /** How long all turns take together, the first round included. */
    int totalSeconds() {
        return (warmup + rounds * seconds) * Endpoint.values().length * Route.values().length;
    }

    private static void check(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    "load." + name + ": " + value + " (expected " + min + " to " + max + ")");
        }
    }
}
