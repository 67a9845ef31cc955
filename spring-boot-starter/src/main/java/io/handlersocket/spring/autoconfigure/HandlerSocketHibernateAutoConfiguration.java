// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.DrainLock;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import io.handlersocket.spring.spi.ControlDataSource;
import io.handlersocket.spring.spi.PlanOnly;
import io.handlersocket.spring.spi.ReportPart;
import java.util.Locale;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Gives the client to Hibernate, and opens the indexes of its entities once the application has started. */
@AutoConfiguration(
        after = HandlerSocketAutoConfiguration.class,
        beforeName = "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration")
@ConditionalOnClass({HandlerSocketLoads.class, SessionFactory.class, HibernatePropertiesCustomizer.class})
@ConditionalOnSingleCandidate(HandlerSocketClient.class)
@Conditional(HandlerSocketHibernateAutoConfiguration.EntitiesCondition.class)
public final class HandlerSocketHibernateAutoConfiguration {

    @Bean
    HibernatePropertiesCustomizer handlerSocketHibernatePropertiesCustomizer(
            HandlerSocketClient client,
            HandlerSocketProperties properties,
            FallbackLimit fallback,
            ObjectProvider<DataSource> dataSource,
            ObjectProvider<DataSourcePoolMetadataProvider> pools,
            ObjectProvider<ControlDataSource> control,
            ObjectProvider<PlanOnly> planOnly) {
        PlanOnly only = planOnly.getIfAvailable();
        return settings -> {
            settings.put(HandlerSocketSettings.CLIENT, client);
            settings.put(HandlerSocketSettings.FALLBACK, fallback);
            dataSource.ifUnique(own -> ApplicationPool.idleConnections(own, pools.orderedStream())
                    .ifPresent(idle -> settings.putIfAbsent(HandlerSocketSettings.IDLE_CONNECTIONS, idle)));
            if (only == null) {
                control.ifAvailable(own -> settings.put(
                        HandlerSocketSettings.DRAIN, (Supplier<DrainLock>) () -> DrainLocks.acquire(own.dataSource())));
            } else { // without the lock, which would drain other applications
                settings.put(HandlerSocketSettings.PLAN_ONLY, only.reason());
            }
            settings.putIfAbsent(
                    HandlerSocketSettings.CONSISTENCY,
                    properties.consistency().name().toLowerCase(Locale.ROOT));
            settings.putIfAbsent(
                    HandlerSocketSettings.ENTITIES, properties.entities().name().toLowerCase(Locale.ROOT));
            settings.putIfAbsent(
                    HandlerSocketSettings.ROUTING, properties.routing().name().toLowerCase(Locale.ROOT));
            settings.putIfAbsent(HandlerSocketSettings.TRUST_CONNECTIONS, properties.trustConnections());
        };
    }

    @Bean
    @ConditionalOnMissingBean
    FallbackLimit handlerSocketFallbackLimit(
            ObjectProvider<DataSource> dataSource, ObjectProvider<DataSourcePoolMetadataProvider> pools) {
        return ApplicationPool.fallbackLimit(dataSource.getIfUnique(), pools.orderedStream());
    }

    @Bean
    HibernateLoads handlerSocketHibernateLoads(ConfigurableListableBeanFactory beans, FallbackLimit fallback) {
        return new HibernateLoads(beans, fallback);
    }

    @Bean
    @ConditionalOnMissingBean(PlanOnly.class)
    LoadSummary handlerSocketLoadSummary(HibernateLoads loads, ObjectProvider<ReportPart> parts) {
        return new LoadSummary(loads::counts, parts::orderedStream);
    }

    static final class EntitiesCondition extends NoneNestedConditions {

        EntitiesCondition() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnProperty(name = "handlersocket.entities", havingValue = "none")
        static final class None {}
    }
}
