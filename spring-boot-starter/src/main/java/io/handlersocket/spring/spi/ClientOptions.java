// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.spi;

import io.handlersocket.client.HandlerSocketClientBuilder;
import javax.sql.DataSource;

/**
 * Makes options of clients from the properties and beans of the application; new ones at each call. It is a bean while
 * the starter makes the client.
 */
public interface ClientOptions {

    /** Returns the options of the application's client. */
    HandlerSocketClientBuilder own();

    /**
     * Returns the options of a client of another server, with the application's request timeout and encryption.
     *
     * @param url the JDBC URL of that server; all else is as in the application's DataSource
     * @throws IllegalStateException if the application's DataSource does not show how it connects
     */
    HandlerSocketClientBuilder at(String url);

    /**
     * Returns the same options as {@link #at}.
     *
     * @param dataSource connects to that server. The client connects as it does, outside its pool where possible
     */
    HandlerSocketClientBuilder of(DataSource dataSource);
}
