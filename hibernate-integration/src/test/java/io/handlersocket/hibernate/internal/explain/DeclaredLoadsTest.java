// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.LoadPlan;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.internal.explain.DeclaredLoads.DeclaredLoad;
import java.lang.reflect.Proxy;
import java.util.List;
import org.hibernate.Version;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.Test;

class DeclaredLoadsTest {

    /** A session factory of a Hibernate that has lost every method. */
    private static SessionFactoryImplementor foreign() {
        return (SessionFactoryImplementor) Proxy.newProxyInstance(
                DeclaredLoadsTest.class.getClassLoader(),
                new Class<?>[] {SessionFactoryImplementor.class},
                (proxy, method, arguments) -> {
                    throw new NoSuchMethodError(method.getName());
                });
    }

    @Test
    void saysThatARouteIsUnknownWhereHibernateIsOfAnotherShape() {
        List<DeclaredLoad> loads = DeclaredLoads.of(foreign());
        assertThat(loads)
                .extracting(DeclaredLoad::kind)
                .containsExactly(LoadPlan.Kind.ENTITY, LoadPlan.Kind.COLLECTION, LoadPlan.Kind.QUERY);
        assertThat(loads).allSatisfy(load -> {
            assertThat(load.role()).isEqualTo("(unknown)");
            assertThat(load.statement().isLookup()).isFalse();
            assertThat(load.statement().reason())
                    .extracting(JdbcReason::text)
                    .isEqualTo("unknown: Hibernate " + Version.getVersionString()
                            + " builds the statement in another way (NoSuchMethodError);"
                            + " the load may still go over HandlerSocket");
        });
    }

    @Test
    void listsLoadsOfAnUntestedHibernateAsJdbc() {
        assertThat(new FactoryLoads(LoadsProvider.WITHOUT_CLIENT, foreign()).plans())
                .extracting(LoadPlan::route)
                .containsOnly(Route.JDBC);
    }
}
