// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.spi;

import javax.sql.DataSource;

/**
 * Holds the DataSource of connections outside the application's pool. It is not a DataSource: there must be no second
 * such bean.
 *
 * @param dataSource connects as the application's DataSource does; it is that one if there is no other way
 */
public record ControlDataSource(DataSource dataSource) {}
