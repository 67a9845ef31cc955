// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** What the web may do with the endpoint. The client has no server here: the actions change its state all the same. */
class EndpointAccessIT {

    private static final String UNRESTRICTED = "management.endpoint.handlersocket.access=unrestricted";

    @SpringBootConfiguration
    @EnableAutoConfiguration(
            exclude = {HibernateJpaAutoConfiguration.class, DataJpaRepositoriesAutoConfiguration.class})
    static class Application {}

    @Test
    void isReadOnlyByDefault() throws Exception {
        try (ConfigurableApplicationContext context = application()) {
            assertThat(get(context).statusCode()).isEqualTo(200);
            assertThat(post(context, "{\"action\":\"drain\"}").statusCode()).isEqualTo(405);
            assertThat(state(context)).isNotEqualTo(ClientState.DRAINED);
        }
    }

    @Test
    void showsNothingUnlessExposed() throws Exception {
        try (ConfigurableApplicationContext context = application(
                "management.endpoints.web.exposure.exclude=handlersocket",
                "spring.jmx.enabled=true",
                "management.endpoints.jmx.exposure.include=handlersocket")) {
            for (String accept : List.of("text/html", "application/json")) {
                assertThat(send(HttpRequest.newBuilder(address(context)).header("Accept", accept))
                                .statusCode())
                        .as(accept)
                        .isEqualTo(404);
            }
            assertThat(context.getBeanNamesForType(HandlerSocketPage.class)).isEmpty();
        }
    }

    @Test
    void staysReadOnlyIfNoMoreIsPermitted() throws Exception {
        try (ConfigurableApplicationContext context =
                application(UNRESTRICTED, "management.endpoints.access.max-permitted=read-only")) {
            assertThat(post(context, "{\"action\":\"drain\"}").statusCode()).isEqualTo(405);
        }
    }

    @ParameterizedTest
    @CsvSource({UNRESTRICTED, "management.endpoints.access.default=unrestricted"})
    void drainsForALimitedTimeAndRefusesBadInputIfAllowed(String property) throws Exception {
        try (ConfigurableApplicationContext context = application(property)) {
            assertRefusesBadInput(context);
            assertThat(get(context).body()).doesNotContain("drainedUntil");

            HttpResponse<String> drained = post(context, "{\"action\":\"drain\",\"duration\":\"2h\"}");
            assertThat(drained.statusCode()).as(drained.body()).isEqualTo(200);
            assertThat(drained.body()).contains("\"state\":\"DRAINED\"").contains("\"drainedUntil\":\"20");
            assertThat(state(context)).isEqualTo(ClientState.DRAINED);

            assertThat(post(context, "{\"action\":\"resume\"}").body()).doesNotContain("drainedUntil");
            await().until(() -> state(context) != ClientState.DRAINED);

            assertThat(post(context, "{\"action\":\"drain\"}").body()).contains("\"drainedUntil\":\"20");
            post(context, "{\"action\":\"drain\",\"duration\":\"1s\"}");
            await().until(() -> state(context) != ClientState.DRAINED);
        }
    }

    private static void assertRefusesBadInput(ConfigurableApplicationContext context) throws Exception {
        for (String body : List.of(
                "{\"action\":\"drain\",\"duration\":\"999ms\"}",
                "{\"action\":\"drain\",\"duration\":\"25h\"}",
                "{\"action\":\"drain\",\"duration\":\"soon\"}",
                "{\"action\":\"resume\",\"duration\":\"1m\"}",
                "{\"action\":\"stop\"}",
                "{}")) {
            assertThat(post(context, body).statusCode()).as(body).isEqualTo(400);
        }
        assertThat(state(context)).isNotEqualTo(ClientState.DRAINED);
    }

    private static ConfigurableApplicationContext application(String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "spring.datasource.url=jdbc:h2:mem:access;DB_CLOSE_DELAY=-1",
                "spring.jpa.hibernate.ddl-auto=none",
                "spring.main.banner-mode=off",
                "server.address=127.0.0.1",
                "server.port=0",
                "spring.jmx.enabled=false",
                "management.endpoints.web.exposure.include=handlersocket"));
        all.addAll(List.of(properties));
        ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .properties(all.toArray(String[]::new))
                .run();
        context.getBean(HandlerSocketClient.class)
                .firstAttempt()
                .toCompletableFuture()
                .join();
        return context;
    }

    private static ClientState state(ConfigurableApplicationContext context) {
        return context.getBean(HandlerSocketClient.class).snapshot().state();
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext context) throws Exception {
        return send(HttpRequest.newBuilder(address(context)));
    }

    private static HttpResponse<String> post(ConfigurableApplicationContext context, String body) throws Exception {
        return send(HttpRequest.newBuilder(address(context))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    private static URI address(ConfigurableApplicationContext context) {
        return URI.create("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port")
                + "/actuator/handlersocket");
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    }
}
