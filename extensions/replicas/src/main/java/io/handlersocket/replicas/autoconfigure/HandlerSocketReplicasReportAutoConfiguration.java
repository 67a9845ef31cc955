// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.autoconfigure;

import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.internal.report.ReplicaAges;
import io.handlersocket.replicas.internal.report.ReplicaMetrics;
import io.handlersocket.replicas.internal.report.ReplicaReport;
import io.handlersocket.spring.spi.ReportPart;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Shows the servers at the endpoint, and has their meters if there is a {@link MeterRegistry}. */
@AutoConfiguration(
        after = HandlerSocketReplicasAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
        })
@ConditionalOnClass(ReportPart.class)
@ConditionalOnSingleCandidate(Replicas.class)
public final class HandlerSocketReplicasReportAutoConfiguration {

    @Bean
    ReplicaReport handlerSocketReplicaReport(Replicas replicas, ReplicasProperties properties) {
        return new ReplicaReport(replicas, Freshness.parse(properties.freshness()));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnBean(MeterRegistry.class)
    static class MetricsConfiguration {

        @Bean
        @ConditionalOnMissingBean
        ReplicaMetrics handlerSocketReplicaMetrics(Replicas replicas, ReplicaAges ages) {
            return new ReplicaMetrics(replicas::servers, ages);
        }

        /** A bean, so that the replicas find it as they find listeners of the application. */
        @Bean
        @ConditionalOnMissingBean
        ReplicaAges handlerSocketReplicaAges() {
            return new ReplicaAges();
        }
    }
}
