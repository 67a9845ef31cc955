// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.minimal;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;

/** Runs the application against a real MariaDB and checks which way the lookup went. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class MinimalApplicationTest {

    @TestConfiguration(proxyBeanMethods = false)
    static class Database {

        @Bean
        @ServiceConnection
        HandlerSocketMariaDB mariadb() {
            return new HandlerSocketMariaDB();
        }
    }

    private final HttpClient http = HttpClient.newHttpClient();

    @Value("${local.server.port}")
    int port;

    @Test
    void readsOverHandlerSocketWhatItHasStored() throws Exception {
        http.send(
                request("/players")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"id\":7,\"name\":\"Zoe\",\"level\":3}"))
                        .build(),
                BodyHandlers.discarding());

        assertThat(get("/players/7")).contains("Zoe");
        assertThat(get("/actuator/handlersocket")).contains("\"route\":\"HANDLERSOCKET\"");
        assertThat(get("/actuator/handlersocket/methods"))
                .containsPattern("\"method\":\"findById\",\"route\":\"HANDLERSOCKET\"");
    }

    private String get(String path) throws Exception {
        return http.send(request(path).build(), BodyHandlers.ofString()).body();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
    }
}
