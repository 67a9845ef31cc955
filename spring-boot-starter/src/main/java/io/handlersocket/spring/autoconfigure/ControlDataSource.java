// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import javax.sql.DataSource;

/**
 * Holds the DataSource of connections outside the application's pool. It is not a DataSource: there must be no second
 * such bean.
 */
record ControlDataSource(DataSource dataSource) {}
