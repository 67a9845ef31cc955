// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.FallbackLimit;
import jakarta.persistence.EntityManagerFactory;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

class HibernateLoadsTest {

    /** The health indicator asks for it, and must not be DOWN for another reason than a difference. */
    @Test
    void aClosedPersistenceUnitHasNoShadowMode() {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerSingleton(
                "closed",
                Proxy.newProxyInstance(
                        HibernateLoadsTest.class.getClassLoader(),
                        new Class<?>[] {EntityManagerFactory.class},
                        (proxy, method, args) -> {
                            if (method.getName().equals("unwrap")) {
                                throw new IllegalStateException("it is closed");
                            }
                            return method.getName().equals("hashCode") ? 1 : null;
                        }));
        assertThat(HibernateLoads.factories(beans)).hasSize(1);
        assertThat(new HibernateLoads(beans, FallbackLimit.NONE).shadows()).isEmpty();
    }
}
