// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.advice;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;

class SessionSourcesTest {

    @Test
    void makesNoFactoryToLookAtIt() {
        DefaultListableBeanFactory parent = new DefaultListableBeanFactory();
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory(parent);
        LocalContainerEntityManagerFactoryBean made = new LocalContainerEntityManagerFactoryBean();
        parent.registerSingleton("made", made);
        RootBeanDefinition away = new RootBeanDefinition(LocalContainerEntityManagerFactoryBean.class, () -> {
            throw new IllegalStateException("its database is away");
        });
        away.setLazyInit(true);
        beans.registerBeanDefinition("away", away);

        assertThat(SessionSources.factories(beans)).containsExactly(made);
    }
}
