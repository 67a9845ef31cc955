// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.load;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/**
 * What Gatling's process is told by the process that has started the instances: a file, because there are many keys.
 *
 * @param instances by route
 * @param database id of the server's process; 0 if it is not on this machine
 */
record Plan(Settings settings, Endpoint.Keys keys, Map<Route, Instance> instances, long database) {

    /**
     * A running game.
     *
     * @param port of 127.0.0.1
     * @param process its id
     */
    record Instance(int port, long process) {

        String url() {
            return "http://127.0.0.1:" + port;
        }
    }

    Instance instance(Route route) {
        return Objects.requireNonNull(instances.get(route), route.name());
    }

    void write(Path file) throws IOException {
        Properties all = new Properties();
        all.setProperty("users", String.valueOf(settings.users()));
        all.setProperty("seconds", String.valueOf(settings.seconds()));
        all.setProperty("warmup", String.valueOf(settings.warmup()));
        all.setProperty("rounds", String.valueOf(settings.rounds()));
        all.setProperty("players", String.valueOf(keys.players()));
        all.setProperty("guilds", String.valueOf(keys.guilds()));
        all.setProperty("emails", String.join("\n", keys.emails()));
        all.setProperty("tokens", String.join("\n", keys.tokens()));
        all.setProperty("database", String.valueOf(database));
        instances.forEach(
                (route, instance) -> all.setProperty(route.name(), instance.port() + "/" + instance.process()));
        try (Writer out = Files.newBufferedWriter(file)) {
            all.store(out, null);
        }
    }

    static Plan read(Path file) throws IOException {
        Properties all = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            all.load(in);
        }
        Map<Route, Instance> instances = new LinkedHashMap<>();
        for (Route route : Route.values()) {
            String[] parts = text(all, route.name()).split("/", 2);
            instances.put(route, new Instance(Integer.parseInt(parts[0]), Long.parseLong(parts[1])));
        }
        int players = number(all, "players");
        return new Plan(
                new Settings(
                        number(all, "users"),
                        number(all, "seconds"),
                        number(all, "warmup"),
                        number(all, "rounds"),
                        players),
                new Endpoint.Keys(
                        players,
                        number(all, "guilds"),
                        text(all, "emails").lines().toList(),
                        text(all, "tokens").lines().toList()),
                instances,
                Long.parseLong(text(all, "database")));
    }

    private static int number(Properties all, String name) {
        return Integer.parseInt(text(all, name));
    }

    private static String text(Properties all, String name) {
        return Objects.requireNonNull(all.getProperty(name), name);
    }
}
