// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.tls;

import static io.handlersocket.spring.tls.TlsManifests.containers;
import static io.handlersocket.spring.tls.TlsManifests.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.testkit.DistributionProgram;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The set-up of samples/tls: its script makes the certificates of stunnel and the server, its configuration runs stunnel, and the
 * environment of its manifests configures the application. Only ports, host names and folders are those of this machine.
 */
@Timeout(120)
class TlsSetupIT {

    private static final Duration AT_MOST = Duration.ofSeconds(30);
    private static final String HOST = "localhost";

    @TempDir
    static Path folder;

    private static HandlerSocketMariaDB server;
    private static Process stunnel;
    private static int port;

    @BeforeAll
    static void start() throws Exception {
        TlsManifests.makeCertificates(folder, "database", HOST);
        server = new HandlerSocketMariaDB().withProcessControl();
        server.start();
        PlayerApplication.createTable(server);
        // After this, only the application reaches the server over SQL.
        try (Connection root = server.rootDataSource().getConnection();
                Statement statement = root.createStatement()) {
            Path own = server.certificate();
            Files.copy(folder.resolve("server.pem"), own, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(
                    folder.resolve("server-key.pem"),
                    own.resolveSibling("key.pem"),
                    StandardCopyOption.REPLACE_EXISTING);
            statement.execute("FLUSH SSL");
        }
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path configuration = Files.writeString(
                folder.resolve("stunnel.conf"),
                here(TlsManifests.text("stunnel.conf"))
                        .replace("accept = 9443", "accept = 127.0.0.1:" + port)
                        .replace("127.0.0.1:9998", "127.0.0.1:" + server.readPort()));
        DistributionProgram program =
                DistributionProgram.find("stunnel4", List.of("libwrap0", "libsystemd0", "libssl3", "libssl3t64"));
        ProcessBuilder builder = new ProcessBuilder(program.path().toString(), configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("stunnel.log").toFile());
        builder.environment().putAll(program.environment());
        stunnel = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(stunnel::destroyForcibly));
        await().atMost(AT_MOST).ignoreExceptions().until(() -> {
            new Socket(InetAddress.getLoopbackAddress(), port).close();
            return true;
        });
    }

    @AfterAll
    static void stop() {
        stunnel.destroyForcibly();
        server.stop();
    }

    private static String here(String text) {
        return text.replace("/certificates", folder.toString());
    }

    /** As a container would have it, but for addresses and folders. */
    private static Map<String, Object> environment(Map<?, ?> container) {
        Map<String, String> given = TlsManifests.environment(container);
        String host = Objects.requireNonNull(given.get("HANDLERSOCKET_HOST"));
        assertThat(given).containsEntry("HANDLERSOCKET_PORT", "9443");
        return given.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, variable -> switch (variable.getKey()) {
                    case "HANDLERSOCKET_HOST" -> HOST;
                    case "HANDLERSOCKET_PORT" -> port;
                    case "SPRING_DATASOURCE_URL" ->
                        here(variable.getValue())
                                .replaceFirst(
                                        "//" + host + ":3306/[a-z]+",
                                        "//" + HOST + ":" + server.getMappedPort(3306) + "/test");
                    default -> here(variable.getValue());
                }));
    }

    private static ConfigurableApplicationContext application(Map<?, ?> container) {
        Map<String, Object> variables = environment(container);
        variables.put("SPRING_DATASOURCE_USERNAME", server.getUsername());
        variables.put("SPRING_DATASOURCE_PASSWORD", server.getPassword());
        SpringApplicationBuilder builder = PlayerApplication.on(server)
                .initializers(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource("container-systemEnvironment", variables)));
        return builder.run();
    }

    private static void assertReadsOverTls(Map<?, ?> container) {
        try (ConfigurableApplicationContext context = application(container)) {
            HandlerSocketEndpoint endpoint = context.getBean(HandlerSocketEndpoint.class);
            await().atMost(AT_MOST)
                    .until(() -> endpoint.entities().stream().anyMatch(plan -> plan.route() == Route.HANDLERSOCKET));
            await().atMost(AT_MOST).until(() -> {
                assertThat(context.getBean(Players.class).findById(7L)).isPresent();
                return endpoint.loads().stream().anyMatch(load -> load.handlerSocket() > 0);
            });
            assertThat(context.getBean(JdbcTemplate.class)
                            .queryForMap("SHOW SESSION STATUS LIKE 'Ssl_cipher'")
                            .values())
                    .as("SQL is encrypted too")
                    .doesNotContain("");
        }
    }

    @Test
    void theEnvironmentOfTheComposeFileReadsOverTls() {
        assertReadsOverTls(
                (Map<?, ?>) Objects.requireNonNull(TlsManifests.at(TlsManifests.compose(), "services", "application")));
    }

    @Test
    void theEnvironmentOfTheKubernetesManifestReadsOverTls(@TempDir Path work) throws Exception {
        assertReadsOverTls(containers(named(TlsManifests.kubernetes(work), "Deployment", "books"))
                .get(0));
    }
}
