// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import io.handlersocket.client.HandlerSocketClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/** Prints what an application shows of itself. */
final class Inspection {

    /** Let an application print as much as it can. */
    static final List<String> PROPERTIES = List.of(
            Printed.PATTERN,
            "logging.level.root=TRACE",
            "logging.level.jdk.internal.httpclient=INFO", // of the test's own requests
            "logging.level.org.mariadb=INFO", // at DEBUG, the driver logs its packets, with all keys and values
            "server.port=0",
            "spring.datasource.hikari.connection-timeout=4000",
            "management.endpoints.web.exposure.include=*",
            "management.endpoints.web.exposure.exclude=heapdump,shutdown",
            "management.endpoint.health.show-details=always",
            "management.endpoint.env.show-values=always",
            "management.endpoint.configprops.show-values=always");

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Printed printed;

    Inspection(Printed printed) {
        this.printed = printed;
    }

    /** A recording of all events of this library, and of exceptions and threads; started. */
    static Recording recording() {
        Recording recording = new Recording();
        for (String event : List.of("Load", "SlowLookup", "RejectedLookup", "StateChanged", "Quarantined", "Drained")) {
            recording.enable("io.handlersocket." + event).withoutThreshold();
        }
        recording.enable("io.handlersocket.ConnectionOpened");
        recording.enable("io.handlersocket.ConnectionClosed");
        recording.enable("io.handlersocket.Client").withPeriod(Duration.ofMillis(200));
        recording.enable("jdk.JavaExceptionThrow").withoutStackTrace();
        recording.enable("jdk.JavaErrorThrow").withoutStackTrace();
        recording.enable("jdk.ThreadStart").withoutStackTrace();
        recording.start();
        return recording;
    }

    /** Ends a recording, and prints its events. */
    void events(Recording recording, Path folder) throws IOException {
        recording.stop();
        Path file = folder.resolve("all.jfr");
        recording.dump(file);
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            printed.add("JFR: " + event.getEventType().getName(), event);
        }
    }

    /** What every endpoint answers, and what every bean and every thread is called. */
    void everything(ConfigurableApplicationContext context) throws Exception {
        HandlerSocketClient client = context.getBean(HandlerSocketClient.class);
        for (Object object : List.of(client, client.snapshot(), client.server())) {
            printed.add("object", object);
        }
        printed.add("threads", Thread.getAllStackTraces().keySet());
        for (String name : context.getBeanFactory().getSingletonNames()) {
            Object bean = context.getBeanFactory().getSingleton(name);
            if (!(bean instanceof Environment)) { // while its logger is at DEBUG, Spring's own shows every property
                printed.add("bean " + name, bean);
            }
        }
        for (String path : List.of(
                "handlersocket",
                "health",
                "env",
                "configprops",
                "beans",
                "conditions",
                "info",
                "loggers",
                "mappings",
                "prometheus",
                "threaddump")) {
            get(context, path);
        }
        String names = get(context, "metrics");
        for (String name : Stream.of(names.split("[^a-z.]+"))
                .filter(part -> part.contains("."))
                .toList()) {
            get(context, "metrics/" + name);
        }
    }

    /** Prints what an endpoint answers, and returns it. */
    String get(ConfigurableApplicationContext context, String path) throws Exception {
        String address = "http://localhost:" + context.getEnvironment().getProperty("local.server.port") + "/actuator/";
        String body = HTTP.send(
                        HttpRequest.newBuilder(URI.create(address + path)).build(), BodyHandlers.ofString())
                .body();
        printed.add("GET /actuator/" + path, body);
        return body;
    }
}
