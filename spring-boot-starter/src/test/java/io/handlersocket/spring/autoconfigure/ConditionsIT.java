// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.handlersocket.client.DrainLock;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.spring.HandlerSocketConnectionDetails;
import io.handlersocket.spring.internal.actuate.HandlerSocketHealthIndicator;
import io.handlersocket.spring.internal.actuate.HandlerSocketMetrics;
import io.handlersocket.spring.internal.actuate.LoadMetrics;
import io.handlersocket.spring.internal.actuate.LookupMetrics;
import io.handlersocket.spring.internal.actuate.LookupObservations;
import io.handlersocket.spring.internal.ddl.FlywayDrain;
import io.handlersocket.spring.internal.ddl.LiquibaseDrain;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mariadb.jdbc.MariaDbDataSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetailsFactory;
import org.springframework.boot.docker.compose.core.ConnectionPorts;
import org.springframework.boot.docker.compose.core.ImageReference;
import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionSource;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.mock.env.MockEnvironment;

/** What is there depends on what else is there; nothing of it is needed. */
class ConditionsIT {

    private final ApplicationContextRunner h2 = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    HandlerSocketAutoConfiguration.class,
                    HandlerSocketHibernateAutoConfiguration.class,
                    HandlerSocketJpaRepositoriesAutoConfiguration.class,
                    HandlerSocketHealthContributorAutoConfiguration.class,
                    HandlerSocketMetricsAutoConfiguration.class,
                    HandlerSocketMigrationAutoConfiguration.class,
                    DataSourceAutoConfiguration.class))
            .withPropertyValues("spring.datasource.url=jdbc:h2:mem:conditions;DB_CLOSE_DELAY=-1");

    @Test
    void isHealthyEvenWhereThereIsNoHandlerSocket() {
        h2.run(context -> assertThat(
                        context.getBean("handlerSocketHealthContributor", HandlerSocketHealthIndicator.class)
                                .health())
                .satisfies(health -> {
                    assertThat(health.getStatus()).isEqualTo(Status.UP);
                    assertThat(health.getDetails()).containsEntry("route", "JDBC");
                }));
    }

    @Test
    void leavesTheHealthIndicatorOutWhenTold() {
        h2.withPropertyValues("management.health.handlersocket.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean("handlerSocketHealthContributor"));
    }

    @Test
    void hasMetersWhereThereIsARegistry() {
        h2.run(context -> assertThat(context).doesNotHaveBean(HandlerSocketMetrics.class));
        h2.withBean(SimpleMeterRegistry.class)
                .run(context -> assertThat(context)
                        .hasSingleBean(HandlerSocketMetrics.class)
                        .hasSingleBean(LoadMetrics.class)
                        .hasSingleBean(LookupMetrics.class));
        h2.withBean(SimpleMeterRegistry.class)
                .withPropertyValues("handlersocket.entities=none")
                .run(context -> assertThat(context)
                        .hasSingleBean(HandlerSocketMetrics.class)
                        .doesNotHaveBean(LoadMetrics.class)
                        .doesNotHaveBean(LookupMetrics.class));
        h2.withBean(SimpleMeterRegistry.class)
                .withClassLoader(new FilteredClassLoader("io.micrometer.core"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("handlerSocketMetrics"));
    }

    @Test
    void hasMetersAndHealthOfEachOfSeveralClients() {
        h2.withBean(SimpleMeterRegistry.class)
                .withBean("one", HandlerSocketClient.class, ConditionsIT::client)
                .withBean("two", HandlerSocketClient.class, ConditionsIT::client)
                .run(context -> {
                    SimpleMeterRegistry registry = context.getBean(SimpleMeterRegistry.class);
                    context.getBean(HandlerSocketMetrics.class).bindTo(registry);

                    assertThat(registry.get("handlersocket.ready").gauges())
                            .extracting(gauge -> gauge.getId().getTag("client"))
                            .containsExactlyInAnyOrder("one", "two");
                    assertThat(registry.get("handlersocket.requests")
                                    .tags("result", "failed")
                                    .functionCounters())
                            .hasSize(2);
                    assertThat(
                                    context
                                            .getBean("handlerSocketHealthContributor", CompositeHealthContributor.class)
                                            .stream()
                                            .map(entry -> entry.name()))
                            .containsExactlyInAnyOrder("one", "two");
                    assertThat(context).hasSingleBean(ClientLifecycle.class).doesNotHaveBean(FallbackLimit.class);
                });
    }

    private static HandlerSocketClient client() {
        return HandlerSocketClient.builder()
                .host("127.0.0.1")
                .port(9)
                .dataSource(new MariaDbDataSource())
                .withoutGuard()
                .build();
    }

    @Test
    void observesWhereThereIsARegistry() {
        h2.run(context -> assertThat(context).doesNotHaveBean(LookupObservations.class));
        h2.withBean(ObservationRegistry.class, ObservationRegistry::create)
                .run(context -> assertThat(context).hasSingleBean(LookupObservations.class));
        h2.withBean(ObservationRegistry.class, ObservationRegistry::create)
                .withPropertyValues("handlersocket.entities=none")
                .run(context -> assertThat(context).doesNotHaveBean(LookupObservations.class));
    }

    @Test
    void drainsAroundTheMigrationsThereAre() {
        h2.run(context -> assertThat(context).hasSingleBean(FlywayDrain.class).hasSingleBean(LiquibaseDrain.class));
        h2.withClassLoader(new FilteredClassLoader("org.flywaydb"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean("handlerSocketFlywayDrain")
                        .hasSingleBean(LiquibaseDrain.class));
        h2.withClassLoader(new FilteredClassLoader("liquibase"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean("handlerSocketLiquibaseDrain")
                        .hasSingleBean(FlywayDrain.class));
        h2.withPropertyValues("handlersocket.enabled=false")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(FlywayDrain.class)
                        .doesNotHaveBean(LiquibaseDrain.class)
                        .doesNotHaveBean(HandlerSocketClient.class)
                        .doesNotHaveBean("handlerSocketHealthContributor"));
    }

    @Test
    void boundsTheFallbackByThePool() {
        h2.withPropertyValues("spring.datasource.hikari.maximum-pool-size=7")
                .run(context -> assertThat(context.getBean(FallbackLimit.class).maxConcurrent())
                        .isEqualTo(7));
        h2.withBean(FallbackLimit.class, () -> new FallbackLimit(3, Duration.ofSeconds(1)))
                .run(context -> assertThat(context.getBean(FallbackLimit.class).maxConcurrent())
                        .isEqualTo(3));
        h2.withPropertyValues("spring.datasource.type=org.springframework.jdbc.datasource.SimpleDriverDataSource")
                .run(context -> assertThat(context.getBean(FallbackLimit.class).maxConcurrent())
                        .isEqualTo(10));
    }

    @Test
    void givesHibernateTheClientTheBoundAndAWayToDrain() {
        h2.run(context -> {
            assertThat(settings(context, Map.of()))
                    .containsEntry(HandlerSocketSettings.CLIENT, context.getBean(HandlerSocketClient.class))
                    .containsEntry(HandlerSocketSettings.FALLBACK, context.getBean(FallbackLimit.class))
                    .extractingByKey(HandlerSocketSettings.DRAIN, as(type(Supplier.class)))
                    .satisfies(drain -> assertThat(drain.get())
                            .isInstanceOfSatisfying(
                                    DrainLock.class,
                                    lock -> assertThat(lock.isHeld()).isFalse()));
        });
    }

    @Test
    void givesHibernateWhatTheApplicationSaysOfItsConnections() {
        h2.run(context ->
                assertThat(settings(context, Map.of())).containsEntry(HandlerSocketSettings.TRUST_CONNECTIONS, false));
        h2.withPropertyValues("handlersocket.trust-connections=true").run(context -> {
            assertThat(settings(context, Map.of())).containsEntry(HandlerSocketSettings.TRUST_CONNECTIONS, true);
            assertThat(settings(context, Map.of(HandlerSocketSettings.TRUST_CONNECTIONS, "false")))
                    .containsEntry(HandlerSocketSettings.TRUST_CONNECTIONS, "false");
        });
    }

    @Test
    void givesHibernateTheChoiceOfEntities() {
        h2.run(context -> assertThat(settings(context, Map.of())).containsEntry(HandlerSocketSettings.ENTITIES, "all"));
        h2.withPropertyValues("handlersocket.entities=annotated").run(context -> {
            assertThat(settings(context, Map.of())).containsEntry(HandlerSocketSettings.ENTITIES, "annotated");
            assertThat(settings(context, Map.of(HandlerSocketSettings.ENTITIES, "all")))
                    .containsEntry(HandlerSocketSettings.ENTITIES, "all");
        });
    }

    private static Map<String, Object> settings(ApplicationContext context, Map<String, Object> ofJpa) {
        Map<String, Object> settings = new HashMap<>(ofJpa);
        context.getBean(HibernatePropertiesCustomizer.class).customize(settings);
        return settings;
    }

    @Test
    void isFoundByTestcontainersAndDockerCompose() {
        assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
                        .load(ConnectionDetailsFactory.class, (type, name, failure) -> {}))
                .hasAtLeastOneElementOfType(MariaDBContainerConnectionDetailsFactory.class)
                .hasAtLeastOneElementOfType(MariaDBDockerComposeConnectionDetailsFactory.class);
    }

    @Test
    void connectsToThePortThatDockerComposePublishes() {
        HandlerSocketConnectionDetails published = details(Map.of(3306, 33060, 9998, 39998));
        assertThat(published.getHost()).isEqualTo("compose.example");
        assertThat(published.getPort()).isEqualTo(39998);

        HandlerSocketConnectionDetails notPublished = details(Map.of(3306, 33060));
        assertThat(notPublished.getHost()).isNull();
        assertThat(notPublished.getPort()).isNull();
    }

    private static HandlerSocketConnectionDetails details(Map<Integer, Integer> ports) {
        return new MariaDBDockerComposeConnectionDetailsFactory()
                .getDockerComposeConnectionDetails(source(new Service(ports)));
    }

    // Spring Boot keeps the constructor to itself.
    private static DockerComposeConnectionSource source(RunningService service) {
        try {
            var constructor = DockerComposeConnectionSource.class.getDeclaredConstructors()[0];
            constructor.setAccessible(true);
            return (DockerComposeConnectionSource) constructor.newInstance(service, new MockEnvironment());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private record Service(Map<Integer, Integer> published) implements RunningService, ConnectionPorts {

        @Override
        public String name() {
            return "db";
        }

        @Override
        public ImageReference image() {
            return ImageReference.of("mariadb:10.11");
        }

        @Override
        public String host() {
            return "compose.example";
        }

        @Override
        public ConnectionPorts ports() {
            return this;
        }

        @Override
        public int get(int containerPort) {
            Integer port = published.get(containerPort);
            if (port == null) {
                throw new IllegalStateException("No host port mapping found for container port " + containerPort);
            }
            return port;
        }

        @Override
        public List<Integer> getAll() {
            return List.copyOf(published.values());
        }

        @Override
        public List<Integer> getAll(@Nullable String protocol) {
            return getAll();
        }

        @Override
        public Map<String, String> env() {
            return Map.of();
        }

        @Override
        public Map<String, String> labels() {
            return Map.of();
        }
    }
}
