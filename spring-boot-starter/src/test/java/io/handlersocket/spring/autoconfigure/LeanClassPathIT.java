// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Starts an application without jars that are optional: not hidden from conditions only, but really not there. */
class LeanClassPathIT {

    @Test
    void startsWithoutActuatorMetricsHealthMigrationToolsAndContainers() throws Exception {
        assertThat(run(
                        "boot-health",
                        "actuator",
                        "micrometer",
                        "flyway",
                        "liquibase",
                        "docker-compose",
                        "testcontainers"))
                .contains("handlerSocketClient", "handlerSocketFastLookupRepositories")
                .doesNotContain(
                        "handlerSocketEndpoint",
                        "handlerSocketMetrics",
                        "handlerSocketHealthContributor",
                        "handlerSocketLookupObservations",
                        "handlerSocketFlywayDrain",
                        "handlerSocketLiquibaseDrain");
    }

    @Test
    @Tag("exhaustive")
    void startsWithoutActuator() throws Exception {
        assertThat(run("actuator", "micrometer-metrics", "micrometer-core"))
                .contains("handlerSocketClient", "handlerSocketFastLookupRepositories")
                .doesNotContain("handlerSocketEndpoint", "handlerSocketMetrics");
    }

    @Test
    @Tag("exhaustive")
    void startsWithoutHealthNorObservations() throws Exception {
        assertThat(run("boot-health", "actuator", "micrometer"))
                .contains("handlerSocketClient", "handlerSocketFastLookupRepositories")
                .doesNotContain("handlerSocketHealthContributor", "handlerSocketLookupObservations");
    }

    @Test
    @Tag("exhaustive")
    void startsWithoutMigrationToolsAndContainers() throws Exception {
        assertThat(run("flyway", "liquibase", "docker-compose", "testcontainers"))
                .contains("handlerSocketClient", "handlerSocketFastLookupRepositories")
                .doesNotContain("handlerSocketFlywayDrain", "handlerSocketLiquibaseDrain");
    }

    @Test
    @Tag("exhaustive")
    void startsWithoutJpa() throws Exception {
        assertThat(run("hibernate-core", "persistence-api", "spring-data", "data-jpa", "spring-orm", "boot-hibernate"))
                .contains("handlerSocketClient", "handlerSocketEndpoint")
                .doesNotContain("handlerSocketHibernateLoads");
    }

    @Test
    @Tag("exhaustive")
    void startsWithoutAClientWithoutJdbcOfSpring() throws Exception {
        assertThat(run(
                        "flyway",
                        "liquibase",
                        "docker-compose",
                        "spring-jdbc",
                        "boot-jdbc",
                        "HikariCP",
                        "hibernate",
                        "spring-data",
                        "data-jpa",
                        "spring-orm"))
                .doesNotContain("handlerSocketClient", "handlerSocketEndpoint", "handlerSocketHibernateLoads");
    }

    private static List<String> run(String... without) throws Exception {
        ClassLoader original = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader lean = new URLClassLoader(classPath(without), ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(lean);
            Supplier<?> application = (Supplier<?>) lean.loadClass(LeanApplication.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();
            return Arrays.stream(((String) application.get()).split(",")).toList();
        } finally {
            Thread.currentThread().setContextClassLoader(original);
        }
    }

    private static URL[] classPath(String... without) {
        // Surefire's own jar stands in for the class path of a forked JVM.
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(classPath.split(File.pathSeparator))
                .filter(entry -> Arrays.stream(without).noneMatch(new File(entry).getName()::contains))
                .map(LeanClassPathIT::url)
                .toArray(URL[]::new);
    }

    private static URL url(String entry) {
        try {
            return new File(entry).toURI().toURL();
        } catch (MalformedURLException e) {
            throw new AssertionError(entry, e);
        }
    }
}
