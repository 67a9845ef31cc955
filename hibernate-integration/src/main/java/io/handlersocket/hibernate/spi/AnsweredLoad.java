// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.spi;

import java.sql.ResultSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.hibernate.sql.exec.spi.ExecutionContext;
import org.hibernate.sql.exec.spi.JdbcParameterBindings;
import org.hibernate.sql.exec.spi.JdbcSelect;

/**
 * One SELECT of Hibernate that HandlerSocket has answered. The bindings and the context belong to its session, and so to
 * its thread. Nothing else refers to the session.
 *
 * @param role the name under which the load is counted
 * @param selected what it selects
 * @param select the statement
 * @param bindings the values of its parameters
 * @param context the execution
 * @param selections how Hibernate reads each value of a row
 * @param result returns the application's answer from its first row on
 * @param again reads the rows over HandlerSocket again; throws {@link LeftToJdbcException} if it does not answer now
 * @param nanos how long the application's answer took, in nanoseconds
 */
public record AnsweredLoad(
        String role,
        ReadColumns selected,
        JdbcSelect select,
        JdbcParameterBindings bindings,
        ExecutionContext context,
        List<SqlSelection> selections,
        Supplier<ResultSet> result,
        Callable<ResultSet> again,
        long nanos) {}
