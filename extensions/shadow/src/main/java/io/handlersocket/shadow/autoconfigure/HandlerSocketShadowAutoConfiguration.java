// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.autoconfigure;

import io.handlersocket.shadow.Shadow;
import io.handlersocket.shadow.internal.report.ShadowMetrics;
import io.handlersocket.shadow.internal.report.ShadowReport;
import io.handlersocket.spring.autoconfigure.HandlerSocketHibernateAutoConfiguration;
import io.handlersocket.spring.spi.ControlDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.persistence.EntityManagerFactory;
import java.util.Locale;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.SimpleAutowireCandidateResolver;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures shadow mode from {@code handlersocket.shadow.*}, and shows what it finds. */
@AutoConfiguration(
        after = HandlerSocketHibernateAutoConfiguration.class,
        beforeName = "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
        })
@ConditionalOnClass({
    HandlerSocketHibernateAutoConfiguration.class,
    SessionFactory.class,
    HibernatePropertiesCustomizer.class
})
@ConditionalOnBean(HandlerSocketHibernateAutoConfiguration.class)
@EnableConfigurationProperties(ShadowProperties.class)
public final class HandlerSocketShadowAutoConfiguration {

    @Bean
    HibernatePropertiesCustomizer handlerSocketShadowPropertiesCustomizer(
            ShadowProperties properties,
            ObjectProvider<ControlDataSource> control,
            ObjectProvider<DataSource> dataSource) {
        return settings -> {
            settings.putIfAbsent(Shadow.SAMPLE, properties.sample());
            settings.putIfAbsent(Shadow.MAX_RATE, properties.maxRate());
            settings.putIfAbsent(
                    Shadow.ON_DIFFERENCE, properties.onDifference().name().toLowerCase(Locale.ROOT));
            DataSource pool = dataSource.getIfUnique();
            control.ifAvailable(own -> {
                if (own.dataSource() != pool) { // shadow mode must not take a connection that a caller waits for
                    settings.putIfAbsent(Shadow.DATA_SOURCE, own.dataSource());
                }
            });
        };
    }

    @Bean
    ShadowReport handlerSocketShadowReport(ConfigurableListableBeanFactory beans) {
        return new ShadowReport(
                () -> SimpleAutowireCandidateResolver.resolveAutowireCandidates(beans, EntityManagerFactory.class)
                        .values());
    }

    /** A separate class, because the registry comes from an optional library. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnBean(MeterRegistry.class)
    static class MetricsConfiguration {

        @Bean
        @ConditionalOnMissingBean
        ShadowMetrics handlerSocketShadowMetrics(ShadowReport report) {
            return new ShadowMetrics(report::shadows);
        }
    }
}
