// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.handlersocket.spring.LookupListener;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.app.Player;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.spring.diary.Entries;
import io.handlersocket.spring.diary.Entry;
import io.handlersocket.spring.unfit.UnfitEntries;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.jpa.EntityManagerFactoryBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.transaction.PlatformTransactionManager;

/** Each repository reads from the database of its own persistence unit. */
@ExtendWith(OutputCaptureExtension.class)
class TwoUnitsIT {

    private static final List<Lookup> lookups = new CopyOnWriteArrayList<>();

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {

        @Bean
        @Primary
        DataSource diaryDataSource(Environment environment) {
            return DataSourceBuilder.create()
                    .url(environment.getRequiredProperty("diary.url"))
                    .username(environment.getRequiredProperty("diary.username"))
                    .password(environment.getRequiredProperty("diary.password"))
                    .build();
        }

        @Bean(defaultCandidate = false)
        @Qualifier("players")
        DataSource playersDataSource() {
            return DataSourceBuilder.create()
                    .url("jdbc:h2:mem:units;DB_CLOSE_DELAY=-1")
                    .build();
        }

        @Bean
        @Primary
        LocalContainerEntityManagerFactoryBean diaryFactory(
                EntityManagerFactoryBuilder builder, DataSource dataSource) {
            return builder.dataSource(dataSource)
                    .packages(Entry.class)
                    .persistenceUnit("diary")
                    .build();
        }

        @Bean(defaultCandidate = false)
        LocalContainerEntityManagerFactoryBean playersFactory(
                EntityManagerFactoryBuilder builder, @Qualifier("players") DataSource dataSource) {
            return builder.dataSource(dataSource)
                    .packages(Player.class)
                    .persistenceUnit("players")
                    .properties(Map.of("hibernate.hbm2ddl.auto", "create"))
                    .build();
        }

        @Bean
        @Primary
        PlatformTransactionManager diaryTransactions(EntityManagerFactory factory) {
            return new JpaTransactionManager(factory);
        }

        @Bean(defaultCandidate = false)
        PlatformTransactionManager playersTransactions(@Qualifier("playersFactory") EntityManagerFactory factory) {
            return new JpaTransactionManager(factory);
        }

        @Bean
        LookupListener lookupListener() {
            return lookups::add;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableJpaRepositories(
            basePackageClasses = Entries.class,
            entityManagerFactoryRef = "diaryFactory",
            transactionManagerRef = "diaryTransactions")
    static class DiaryRepositories {}

    @Configuration(proxyBeanMethods = false)
    @EnableJpaRepositories(
            basePackageClasses = Players.class,
            entityManagerFactoryRef = "playersFactory",
            transactionManagerRef = "playersTransactions")
    static class PlayerRepositories {}

    @Configuration(proxyBeanMethods = false)
    @EnableJpaRepositories(
            basePackageClasses = UnfitEntries.class,
            entityManagerFactoryRef = "diaryFactory",
            transactionManagerRef = "diaryTransactions")
    static class UnfitDiaryRepositories {}

    @Configuration(proxyBeanMethods = false)
    @EnableJpaRepositories(
            basePackageClasses = UnfitPlayers.class,
            entityManagerFactoryRef = "playersFactory",
            transactionManagerRef = "playersTransactions")
    static class UnfitPlayerRepositories {}

    @Test
    void checksTheMethodsOfEachAgainstItsOwnDatabase(CapturedOutput output) {
        HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
        DiaryApplication.createTables(server);
        PlayerApplication.createTable(server); // a table of that name which is not the other unit's

        assertThatThrownBy(() -> run(server, UnfitDiaryRepositories.class, UnfitPlayerRepositories.class))
                .hasMessageContaining("UnfitEntries.findByPriceAndScoreGreaterThan")
                .hasMessageContaining("no index of entry starts with (price, score)")
                .hasMessageNotContaining("UnfitPlayers");
        assertThat(output)
                .contains("; UnfitPlayers.findByLevelOrName(int, String) (Or). Change each as")
                .doesNotContain("UnfitPlayers.findByLevel(");
    }

    private static ConfigurableApplicationContext run(HandlerSocketMariaDB server, Class<?>... repositories) {
        List<Class<?>> sources = new ArrayList<>(List.of(repositories));
        sources.add(Application.class);
        return new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
                .web(WebApplicationType.NONE)
                .properties(
                        "diary.url=" + server.getJdbcUrl(),
                        "diary.username=" + server.getUsername(),
                        "diary.password=" + server.getPassword(),
                        "handlersocket.on-missing-index=fail",
                        "handlersocket.startup-timeout=20s", // which a busy machine may need
                        "spring.main.banner-mode=off")
                .initializers(PlayerApplication.patient())
                .run();
    }

    @Test
    void readsOneOverHandlerSocketAndTheOtherOverJdbc() {
        HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
        DiaryApplication.createTables(server);
        try (ConfigurableApplicationContext context = run(server, DiaryRepositories.class, PlayerRepositories.class)) {
            Entries entries = context.getBean(Entries.class);
            Players players = context.getBean(Players.class);
            await().untilAsserted(() -> {
                lookups.clear();
                assertThat(entries.findCardBySlug("slug-3")).isPresent();
                assertThat(entries.findById(3L)).isPresent();
                assertThat(lookups).extracting(Lookup::route).containsOnly(LookupRoute.HANDLERSOCKET);
            });
            lookups.clear();

            assertThat(players.save(new Player()).getId()).isZero();
            assertThat(players.findById(0L)).isPresent();
            assertThat(players.findAllById(List.of(0L, 1L))).hasSize(1);

            assertThat(lookups).hasSize(2).allSatisfy(lookup -> {
                assertThat(lookup.route()).isEqualTo(LookupRoute.JDBC);
                assertThat(lookup.reason()).isNotEmpty();
            });
        }
    }
}
