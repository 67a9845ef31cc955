// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static io.handlersocket.spring.LookupRoute.HANDLERSOCKET;
import static io.handlersocket.spring.LookupRoute.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.PlayerNames;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.EntityManager;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/** Code that the application has run where sessions are made or called is not passed by. */
class SessionSourcesIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    private interface Change extends BeanPostProcessor {

        Object changed(Object bean);

        @Override
        default Object postProcessBeforeInitialization(Object bean, String name) {
            return changed(bean);
        }
    }

    @BeforeAll
    static void createTable() {
        PlayerApplication.createTable(server);
    }

    @Test
    void plainOnesAreNotAsked() {
        try (RecordedPlayers recorded = start(bean -> bean)) {
            await().until(() -> {
                recorded.lookups().clear();
                recorded.bean(PlayerNames.class).findNameById(1);
                return recorded.routes().contains(HANDLERSOCKET);
            });
            assertThat(recorded.players().findById(1L)).isPresent();
            assertThat(recorded.routes()).containsOnly(HANDLERSOCKET);
        }
    }

    @Test
    void anInitializerIsGivenTheSessionOfEachLoadAndQuery() {
        try (RecordedPlayers recorded = start(factory(made -> made.setEntityManagerInitializer(
                entityManager -> entityManager.unwrap(Session.class).setDefaultReadOnly(true))))) {
            queriesStayOnJpa(recorded, Situation.FACTORY_INITIALIZER.reason());
        }
    }

    @Test
    void aVendorAdapterThatMayDoSoIs() {
        HibernateJpaVendorAdapter adapter = new HibernateJpaVendorAdapter() {};
        try (RecordedPlayers recorded = start(factory(made -> made.setJpaVendorAdapter(adapter)))) {
            queriesStayOnJpa(recorded, Situation.VENDOR_ADAPTER.reason(adapter.getClass()));
        }
    }

    @Test
    void anEntityManagerThatIsWrappedIsCalled() {
        Change wrap = bean -> bean instanceof EntityManager entityManager ? wrapped(entityManager) : bean;
        try (RecordedPlayers recorded = start(wrap)) {
            assertThat(recorded.players().findById(1L)).isPresent();
            assertThat(recorded.bean(PlayerNames.class).findNameById(1)).isPresent();
            assertThat(recorded.lookups()).hasSize(2).allSatisfy(lookup -> {
                assertThat(lookup.route()).isEqualTo(JDBC);
                assertThat(lookup.reason()).startsWith(Situation.WRAPPED.reason(SessionSourcesIT.class));
            });
        }
    }

    private static void queriesStayOnJpa(RecordedPlayers recorded, String reason) {
        assertThat(recorded.players().findById(1L)).isPresent();
        assertThat(recorded.routes()).containsExactly(Situation.INITIALIZED_LOAD.route());
        recorded.lookups().clear();
        assertThat(recorded.bean(PlayerNames.class).findNameById(1)).isPresent();
        assertThat(recorded.lookups()).singleElement().satisfies(lookup -> {
            assertThat(lookup.route()).isEqualTo(JDBC);
            assertThat(lookup.reason()).contains(reason);
        });
    }

    private static Change factory(Consumer<LocalContainerEntityManagerFactoryBean> change) {
        return bean -> {
            if (bean instanceof LocalContainerEntityManagerFactoryBean factory) {
                change.accept(factory);
            }
            return bean;
        };
    }

    private static Object wrapped(EntityManager entityManager) {
        return Proxy.newProxyInstance(
                EntityManager.class.getClassLoader(),
                entityManager.getClass().getInterfaces(),
                (proxy, method, arguments) -> {
                    try {
                        return method.invoke(entityManager, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    private static RecordedPlayers start(Change change) {
        return RecordedPlayers.start(
                server,
                (GenericApplicationContext context) ->
                        context.registerBean("change", BeanPostProcessor.class, () -> change));
    }
}
