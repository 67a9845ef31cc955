// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.tls;

import static io.handlersocket.spring.tls.TlsManifests.at;
import static io.handlersocket.spring.tls.TlsManifests.containers;
import static io.handlersocket.spring.tls.TlsManifests.environment;
import static io.handlersocket.spring.tls.TlsManifests.maps;
import static io.handlersocket.spring.tls.TlsManifests.named;
import static io.handlersocket.spring.tls.TlsManifests.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No container is started here: what they would read is parsed, and held against what it names. */
class TlsManifestsIT {

    private static final String PINNED = "[a-z0-9./-]+:\\d+\\.\\d+(\\.\\d+)?(-[A-Za-z]+)?";

    @TempDir
    static Path folder;

    private static Map<?, ?> compose;
    private static List<Map<?, ?>> kubernetes;

    @BeforeAll
    static void read() throws Exception {
        compose = TlsManifests.compose();
        kubernetes = TlsManifests.kubernetes(folder);
    }

    private static Map<?, ?> service(String name) {
        return (Map<?, ?>) java.util.Objects.requireNonNull(at(compose, "services", name), name);
    }

    private static List<String> strings(Object list) {
        return list == null
                ? List.of()
                : ((List<?>) list).stream().map(String::valueOf).toList();
    }

    @Test
    void thePluginIsOnLoopbackAndTheTerminatorBesideIt() {
        assertThat(text("handlersocket.cnf"))
                .contains("handlersocket_address=127.0.0.1", "handlersocket_port=9998")
                .doesNotContain("_wr");
        assertThat(text("stunnel.conf")).contains("connect = 127.0.0.1:9998", "accept = 9443");
        assertThat(service("stunnel").get("network_mode")).isEqualTo("service:mariadb");
        assertThat(containers(named(kubernetes, "StatefulSet", "database")))
                .extracting(container -> String.valueOf(container.get("name")))
                .containsExactly("mariadb", "stunnel");
    }

    @Test
    void onlyTheEncryptedPortAndSqlAreReachable() {
        assertThat(service("mariadb").containsKey("ports")).isFalse();
        assertThat(strings(service("application").get("ports"))).containsExactly("127.0.0.1:8080:8080");
        assertThat(maps(at(named(kubernetes, "Service", "database"), "spec", "ports")))
                .extracting(port -> String.valueOf(port.get("port")))
                .containsExactly("3306", "9443");
        Map<?, ?> rule = maps(at(named(kubernetes, "NetworkPolicy", "database"), "spec", "ingress"))
                .get(0);
        assertThat(maps(rule.get("ports")))
                .extracting(port -> String.valueOf(port.get("port")))
                .containsExactly("3306", "9443");
        assertThat(at(maps(rule.get("from")).get(0), "podSelector", "matchLabels"))
                .isEqualTo(at(named(kubernetes, "Deployment", "books"), "spec", "template", "metadata", "labels"));
        assertThat(at(named(kubernetes, "NetworkPolicy", "database"), "spec", "podSelector", "matchLabels"))
                .isEqualTo(at(named(kubernetes, "StatefulSet", "database"), "spec", "template", "metadata", "labels"));
    }

    @Test
    void eachMountedFileIsThere() {
        for (Object name : ((Map<?, ?>) java.util.Objects.requireNonNull(compose.get("services"))).keySet()) {
            for (String mount : strings(service(name.toString()).get("volumes"))) {
                String source = mount.substring(0, mount.indexOf(':'));
                if (source.startsWith(".")) {
                    assertThat(TlsManifests.FOLDER.resolve(source)).exists();
                    assertThat(mount).endsWith(":ro");
                } else {
                    assertThat(((Map<?, ?>) java.util.Objects.requireNonNull(compose.get("volumes")))
                                    .containsKey(source))
                            .as(source)
                            .isTrue();
                }
            }
        }
        Map<?, ?> files =
                (Map<?, ?>) named(kubernetes, "ConfigMap", "database-files").get("binaryData");
        for (Map<?, ?> container : containers(named(kubernetes, "StatefulSet", "database"))) {
            for (Map<?, ?> mount : maps(container.get("volumeMounts"))) {
                if ("files".equals(mount.get("name"))) {
                    String file = String.valueOf(mount.get("subPath"));
                    assertThat(decoded(files, file)).isEqualTo(text(file));
                }
            }
        }
        Map<?, ?> secret =
                (Map<?, ?>) named(kubernetes, "Secret", "database-tls").get("data");
        assertThat(decoded(secret, "ca.pem")).startsWith("-----BEGIN CERTIFICATE-----");
        for (String configuration : List.of("handlersocket.cnf", "stunnel.conf")) {
            assertThat(text(configuration)).contains("/certificates/server.pem", "/certificates/server-key.pem");
        }
        assertThat(secret.keySet().stream().map(String::valueOf))
                .containsExactlyInAnyOrder("ca.pem", "server.pem", "server-key.pem");
    }

    @Test
    void theApplicationSeesTheAuthorityAndNotTheKey() {
        List<Map<?, ?>> volumes =
                maps(at(named(kubernetes, "Deployment", "books"), "spec", "template", "spec", "volumes"));
        assertThat(maps(at(volumes.get(0), "secret", "items")))
                .extracting(item -> String.valueOf(item.get("key")))
                .containsExactly("ca.pem");
    }

    @Test
    void imagesArePinned() {
        List<Object> images = new ArrayList<>();
        for (Object name : ((Map<?, ?>) java.util.Objects.requireNonNull(compose.get("services"))).keySet()) {
            images.add(service(name.toString()).get("image"));
        }
        containers(named(kubernetes, "StatefulSet", "database")).forEach(one -> images.add(one.get("image")));
        images.add(text("Dockerfile")
                .lines()
                .filter(line -> line.startsWith("FROM "))
                .findFirst()
                .orElseThrow()
                .substring(5));
        assertThat(images)
                .hasSize(7)
                .allSatisfy(image -> assertThat(String.valueOf(image)).matches(PINNED));
        assertThat(environment(service("application"))).containsEntry("HANDLERSOCKET_HOST", "mariadb");
        assertThat(strings(service("certificates").get("entrypoint"))).endsWith("mariadb");
    }

    private static String decoded(Map<?, ?> data, String name) {
        return new String(Base64.getDecoder().decode(String.valueOf(data.get(name))), UTF_8);
    }
}
