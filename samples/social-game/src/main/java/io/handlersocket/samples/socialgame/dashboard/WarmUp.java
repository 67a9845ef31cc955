// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import io.handlersocket.samples.socialgame.world.GameProperties;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Reads over each setup, and looks at each page, before the start has ended. The first visitor then meets compiled code
 * and open indexes.
 */
@Component
@Order(2)
class WarmUp implements ApplicationRunner {

    private static final Logger log = LoggerFactory.getLogger(WarmUp.class);
    private static final int READS = 20;
    private static final List<String> PAGES = List.of(
            "/",
            "/player/1",
            "/friends",
            "/friends/suggestions",
            "/inventory",
            "/guild/1",
            "/guild/ranking",
            "/leaderboard",
            "/search?q=1",
            "/entry/1",
            "/dashboard");

    private final GameProperties properties;
    private final Environment environment;
    private final Setups setups;

    WarmUp(GameProperties properties, Environment environment, Setups setups) {
        this.properties = properties;
        this.environment = environment;
        this.setups = setups;
    }

    @Override
    public void run(ApplicationArguments arguments) throws InterruptedException {
        if (properties.warmUp().isZero()) {
            return;
        }
        long begin = System.nanoTime();
        try {
            var reads = setups.reads().values();
            HttpClient browser = HttpClient.newHttpClient();
            long end = System.nanoTime() + properties.warmUp().toNanos();
            for (int turn = 0; System.nanoTime() - end < 0; turn++) {
                for (Reads each : reads) {
                    for (int i = 0; i < READS; i++) {
                        each.one(ThreadLocalRandom.current());
                    }
                }
                look(browser, PAGES.get(turn % PAGES.size()));
            }
            log.info(
                    "Warm after {} ms",
                    Duration.ofNanos(System.nanoTime() - begin).toMillis());
        } catch (IOException | RuntimeException e) {
            log.warn("The first pages may be slow, because warming up ended early: {}", e.toString());
        }
    }

    /** As the first player of the seed, who has a session. */
    private void look(HttpClient browser, String page) throws IOException, InterruptedException {
        URI address = URI.create("http://localhost:" + environment.getProperty("local.server.port") + page);
        HttpRequest request = HttpRequest.newBuilder(address)
                .header("Cookie", "game-session=" + Reads.token(1))
                .timeout(Duration.ofSeconds(10).plus(properties.warmUp()))
                .build();
        browser.send(request, BodyHandlers.discarding());
    }
}
