// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.shadow.internal.report.ShadowReport;
import io.handlersocket.spring.autoconfigure.HandlerSocketAutoConfiguration;
import io.handlersocket.spring.autoconfigure.HandlerSocketHibernateAutoConfiguration;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ShadowAutoConfigurationIT {

    private final ApplicationContextRunner h2 = new ApplicationContextRunner()
            .withPropertyValues("spring.datasource.url=jdbc:h2:mem:shadow;DB_CLOSE_DELAY=-1")
            .withConfiguration(AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    HandlerSocketAutoConfiguration.class,
                    HandlerSocketHibernateAutoConfiguration.class,
                    HandlerSocketShadowAutoConfiguration.class));

    @Test
    void isThereWhereLoadsGoOverHandlerSocket() {
        h2.run(context -> assertThat(context)
                .hasSingleBean(ShadowReport.class)
                .hasBean("handlerSocketShadowPropertiesCustomizer"));
        for (String off : new String[] {"handlersocket.entities=none", "handlersocket.enabled=false"}) {
            h2.withPropertyValues(off)
                    .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ShadowReport.class));
        }
        h2.withClassLoader(new FilteredClassLoader(SessionFactory.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ShadowReport.class));
    }
}
