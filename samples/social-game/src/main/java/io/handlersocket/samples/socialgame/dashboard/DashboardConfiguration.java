// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;

/** Binds the dashboard's properties. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(OperationsProperties.class)
class DashboardConfiguration {}
