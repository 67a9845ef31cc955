// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import javax.sql.DataSource;

/** Where connections past the application's pool come from. Not a DataSource itself: there must be no second such bean. */
record ControlDataSource(DataSource dataSource) {}
