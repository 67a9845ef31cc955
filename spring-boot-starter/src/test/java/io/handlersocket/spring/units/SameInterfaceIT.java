// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.LookupListener;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.app.Player;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanNameGenerator;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.jpa.EntityManagerFactoryBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.transaction.PlatformTransactionManager;

/** One repository interface, registered for two persistence units with a database each. */
class SameInterfaceIT {

    private static final List<Lookup> lookups = new CopyOnWriteArrayList<>();

    @FastLookup
    interface ReadPlayers extends JpaRepository<Player, Long> {

        @FastLookup
        Optional<Name> findNameById(long id);
    }

    record Name(String name) {}

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {

        @Bean
        @Primary
        DataSource mariaDataSource(Environment environment) {
            return DataSourceBuilder.create()
                    .url(environment.getRequiredProperty("players.url"))
                    .username(environment.getRequiredProperty("players.username"))
                    .password(environment.getRequiredProperty("players.password"))
                    .build();
        }

        @Bean(defaultCandidate = false)
        @Qualifier("h2")
        DataSource h2DataSource() {
            return DataSourceBuilder.create()
                    .url("jdbc:h2:mem:same;DB_CLOSE_DELAY=-1")
                    .build();
        }

        @Bean
        @Primary
        LocalContainerEntityManagerFactoryBean mariaFactory(
                EntityManagerFactoryBuilder builder, DataSource dataSource) {
            return builder.dataSource(dataSource)
                    .packages(Player.class)
                    .persistenceUnit("maria")
                    .build();
        }

        @Bean(defaultCandidate = false)
        LocalContainerEntityManagerFactoryBean h2Factory(
                EntityManagerFactoryBuilder builder, @Qualifier("h2") DataSource dataSource) {
            return builder.dataSource(dataSource)
                    .packages(Player.class)
                    .persistenceUnit("h2")
                    .properties(Map.of("hibernate.hbm2ddl.auto", "create"))
                    .build();
        }

        @Bean
        @Primary
        PlatformTransactionManager mariaTransactions(EntityManagerFactory factory) {
            return new JpaTransactionManager(factory);
        }

        @Bean(defaultCandidate = false)
        PlatformTransactionManager h2Transactions(@Qualifier("h2Factory") EntityManagerFactory factory) {
            return new JpaTransactionManager(factory);
        }

        @Bean
        LookupListener lookupListener() {
            return lookups::add;
        }
    }

    static final class MariaNames implements BeanNameGenerator {
        @Override
        public String generateBeanName(BeanDefinition definition, BeanDefinitionRegistry registry) {
            return "mariaPlayers";
        }
    }

    static final class H2Names implements BeanNameGenerator {
        @Override
        public String generateBeanName(BeanDefinition definition, BeanDefinitionRegistry registry) {
            return "h2Players";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableJpaRepositories(
            considerNestedRepositories = true,
            includeFilters = @ComponentScan.Filter(type = FilterType.ASSIGNABLE_TYPE, classes = ReadPlayers.class),
            excludeFilters = @ComponentScan.Filter(type = FilterType.ASSIGNABLE_TYPE, classes = UnfitPlayers.class),
            nameGenerator = MariaNames.class,
            entityManagerFactoryRef = "mariaFactory",
            transactionManagerRef = "mariaTransactions")
    static class MariaRepositories {}

    @Configuration(proxyBeanMethods = false)
    @EnableJpaRepositories(
            considerNestedRepositories = true,
            includeFilters = @ComponentScan.Filter(type = FilterType.ASSIGNABLE_TYPE, classes = ReadPlayers.class),
            excludeFilters = @ComponentScan.Filter(type = FilterType.ASSIGNABLE_TYPE, classes = UnfitPlayers.class),
            nameGenerator = H2Names.class,
            entityManagerFactoryRef = "h2Factory",
            transactionManagerRef = "h2Transactions")
    static class H2Repositories {}

    @Test
    void readsFromTheDatabaseOfItsOwnUnit() {
        HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
        PlayerApplication.createTable(server);
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(
                        Application.class, MariaRepositories.class, H2Repositories.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "players.url=" + server.getJdbcUrl(),
                        "players.username=" + server.getUsername(),
                        "players.password=" + server.getPassword(),
                        "handlersocket.startup=fail",
                        "spring.main.banner-mode=off")
                .initializers(PlayerApplication.patient())
                .run()) {
            ReadPlayers maria = context.getBean("mariaPlayers", ReadPlayers.class);
            ReadPlayers h2 = context.getBean("h2Players", ReadPlayers.class);
            h2.save(new Player()); // id 0, with an empty name
            await().untilAsserted(() -> {
                lookups.clear();
                assertThat(maria.findById(7L)).map(Player::getName).contains("Zoë 7");
                assertThat(lookups).extracting(Lookup::route).containsExactly(LookupRoute.HANDLERSOCKET);
            });

            assertThat(h2.findById(7L)).isEmpty();
            assertThat(h2.findNameById(7L)).isEmpty();
            assertThat(h2.findById(0L)).map(Player::getName).contains("");
            assertThat(h2.findNameById(0L)).contains(new Name(""));
            assertThat(maria.findById(0L)).isEmpty();
            assertThat(maria.findNameById(7L)).contains(new Name("Zoë 7"));

            assertThat(Objects.requireNonNull(context.getBean("handlerSocketHealthContributor", HealthIndicator.class)
                                    .health())
                            .getDetails())
                    .containsEntry("route", "HANDLERSOCKET")
                    .doesNotContainKey("reason")
                    .hasEntrySatisfying(
                            "units",
                            units -> assertThat(units.toString())
                                    .contains("unit=maria, route=HANDLERSOCKET", "unit=h2, route=JDBC"));
        }
    }
}
