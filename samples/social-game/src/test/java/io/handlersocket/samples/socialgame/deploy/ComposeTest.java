// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.json.JsonParserFactory;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The containers are not started here. What they would read is parsed, and held against what it names. */
class ComposeTest {

    private static final Map<?, ?> COMPOSE = yaml(Path.of("compose.yaml"));

    /** A name and a complete version, {@code 1.2.3}: what was tried is what is pulled. */
    private static final Pattern PINNED = Pattern.compile("[a-z0-9./-]+:v?\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");

    @Test
    void hasTheServicesAndStartsThemInOrder() {
        assertThat(names(services())).containsExactlyInAnyOrder("mariadb", "application", "prometheus", "grafana");
        assertThat(map(map(service("application"), "depends_on"), "mariadb").get("condition"))
                .as("no start before the database is there")
                .isEqualTo("service_healthy");
        for (String name : names(services())) {
            Object needed = service(name).get("depends_on");
            if (needed instanceof List<?> others) {
                assertThat(names(services()))
                        .containsAll(others.stream().map(String::valueOf).toList());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "application", "prometheus", "grafana"})
    void pinsImagesAsksForTheHealthAndPublishesOnLoopbackOnly(String name) {
        Map<?, ?> service = service(name);

        assertThat(String.valueOf(service.get("image"))).matches(PINNED);
        assertThat((List<?>) map(service, "healthcheck").get("test")).first().isEqualTo("CMD");
        assertThat(list(service, "ports")).allSatisfy(port -> assertThat(port).matches("127\\.0\\.0\\.1:\\d+:\\d+"));
        assertThat(service.containsKey("privileged")).isFalse();
    }

    @Test
    void keepsTheDatabaseFromEveryoneElse() {
        assertThat(list(service("mariadb"), "ports")).isEmpty();
        assertThat(map(COMPOSE, "volumes").containsKey("database")).isTrue();
    }

    @Test
    void mountsFilesThatExist() {
        for (String name : names(services())) {
            for (String mount : list(service(name), "volumes")) {
                String source = mount.substring(0, mount.indexOf(':'));
                if (source.startsWith(".")) {
                    assertThat(Path.of(source)).exists();
                    assertThat(mount)
                            .as("a container changes no file of the project")
                            .endsWith(":ro");
                } else {
                    assertThat(map(COMPOSE, "volumes").containsKey(source))
                            .as(source)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void setsPropertiesThatExist() throws IOException {
        Set<String> known = knownProperties();
        Map<String, String> environment = environment("application");

        environment.keySet().stream()
                .filter(variable -> !variable.startsWith("THC_")) // for the program that checks the health
                .forEach(variable -> assertThat(known).contains(variable));
        assertThat(environment.get("SPRING_DATASOURCE_URL"))
                .isEqualTo(
                        "jdbc:mariadb://mariadb:3306/" + environment("mariadb").get("MARIADB_DATABASE"));
        assertThat(environment)
                .containsEntry(
                        "SPRING_DATASOURCE_USERNAME", environment("mariadb").get("MARIADB_USER"))
                .containsEntry(
                        "SPRING_DATASOURCE_PASSWORD", environment("mariadb").get("MARIADB_PASSWORD"))
                .containsEntry("THC_PATH", "/actuator/health/readiness");
    }

    @Test
    void namesTheImageThatTheBuildMakes() throws IOException {
        Matcher version = Pattern.compile("<artifactId>handlersocket-parent</artifactId>\\s*<version>(.+?)</version>")
                .matcher(Files.readString(Path.of("pom.xml")));
        assertThat(version.find()).isTrue();

        assertThat(Files.readString(Path.of("pom.xml")))
                .contains("<name>handlersocket/social-game:${project.version}</name>")
                .contains("<BP_HEALTH_CHECKER_ENABLED>true</BP_HEALTH_CHECKER_ENABLED>");
        assertThat(service("application").get("image")).isEqualTo("handlersocket/social-game:" + version.group(1));
    }

    @Test
    void scrapesTheApplication() throws IOException {
        Map<?, ?> prometheus = yaml(Path.of("compose/prometheus.yml"));
        Map<?, ?> job = (Map<?, ?>) ((List<?>) get(prometheus, "scrape_configs")).get(0);
        Map<?, ?> targets = (Map<?, ?>) ((List<?>) get(job, "static_configs")).get(0);

        assertThat(job.get("metrics_path")).isEqualTo("/actuator/prometheus");
        assertThat(targets.get("targets")).isEqualTo(List.of("application:8080"));
        assertThat(Files.readString(Path.of("src/main/resources/application.properties")))
                .containsPattern("management.endpoints.web.exposure.include=\\S*\\bprometheus\\b");
    }

    @Test
    void showsTheDashboardOfTheStarter() throws IOException {
        Map<?, ?> source = (Map<?, ?>)
                ((List<?>) get(yaml(Path.of("compose/grafana/datasources/prometheus.yml")), "datasources")).get(0);
        URI url = URI.create(String.valueOf(source.get("url")));
        assertThat(names(services())).contains(url.getHost());
        assertThat(source.get("isDefault"))
                .as("the dashboard asks the default one")
                .isEqualTo(true);
        assertThat(map(source, "jsonData").get("timeInterval"))
                .isEqualTo(
                        map(yaml(Path.of("compose/prometheus.yml")), "global").get("scrape_interval"));

        Map<?, ?> provider = (Map<?, ?>)
                ((List<?>) get(yaml(Path.of("compose/grafana/dashboards/handlersocket.yml")), "providers")).get(0);
        Object path = map(provider, "options").get("path");
        assertThat(list(service("grafana"), "volumes")).contains("../../docs/grafana:" + path + ":ro");
        String home = Objects.requireNonNull(environment("grafana").get("GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"));
        assertThat(home).startsWith(path + "/");
        assertThat(JsonParserFactory.getJsonParser()
                        .parseMap(Files.readString(
                                Path.of("../../docs/grafana", home.substring(home.lastIndexOf('/') + 1)))))
                .containsEntry("uid", "handlersocket");
    }

    /** As an environment variable is written: no dashes, other characters as underscores. */
    private static Set<String> knownProperties() throws IOException {
        List<URL> metadata = Collections.list(
                ComposeTest.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"));
        assertThat(metadata).hasSizeGreaterThan(5);
        return metadata.stream()
                .map(ComposeTest::parse)
                .flatMap(all -> ((List<?>) all.getOrDefault("properties", List.of())).stream())
                .map(property -> (Map<?, ?>) property)
                .filter(property -> property.get("deprecation") == null)
                .map(property -> String.valueOf(property.get("name")))
                .map(name -> name.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }

    private static Map<String, Object> parse(URL url) {
        try (InputStream file = url.openStream()) {
            return JsonParserFactory.getJsonParser().parseMap(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<?, ?> yaml(Path file) {
        LoaderOptions strict = new LoaderOptions();
        strict.setAllowDuplicateKeys(false);
        try {
            return new Yaml(new SafeConstructor(strict)).load(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<?, ?> services() {
        return map(COMPOSE, "services");
    }

    private static Map<?, ?> service(String name) {
        return map(services(), name);
    }

    private static Map<String, String> environment(String service) {
        Map<String, String> environment = new HashMap<>();
        map(service(service), "environment").forEach((name, value) -> {
            assertThat(value)
                    .as("quoted where YAML would read another type: %s", name)
                    .isInstanceOf(String.class);
            environment.put(String.valueOf(name), String.valueOf(value));
        });
        return environment;
    }

    private static List<String> names(Map<?, ?> map) {
        return map.keySet().stream().map(String::valueOf).toList();
    }

    private static List<String> list(Map<?, ?> map, String key) {
        Object value = map.get(key);
        return value == null
                ? List.of()
                : ((List<?>) value).stream().map(String::valueOf).toList();
    }

    private static Map<?, ?> map(Map<?, ?> map, String key) {
        return (Map<?, ?>) get(map, key);
    }

    private static Object get(Map<?, ?> map, String key) {
        return Objects.requireNonNull(map.get(key), key);
    }
}
