// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Leaves an entity to JDBC: every statement that reads one of its tables, also as part of a join. Such loads are
 * counted with {@link JdbcReason.Kind#OPTION}. To leave one query to JDBC, give it the comment {@link #COMMENT}. To
 * leave loads of one session, use {@link HandlerSocketLoads#overJdbc}.
 *
 * <p>Annotate an entity class or mapped superclass. Subclasses inherit the annotation; on an interface or an embeddable
 * it has no effect. It covers the entity's own tables, those of its superclasses included. Other classes of a
 * SINGLE_TABLE or JOINED hierarchy that read one of these tables therefore use JDBC too. It also covers the tables of
 * the collections that the entity owns: element collections, and join tables of collections without {@code mappedBy}.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface OverJdbc {

    /**
     * A comment that leaves one query to JDBC. The comment of the query must be this text, or begin with it. Give it by
     * {@code setComment}, by the hint {@code org.hibernate.comment}, or by Spring Data's {@code @Meta}.
     *
     * <p>The other loads that the query causes, such as those of lazy or batch-fetched associations, are not affected.
     */
    String COMMENT = "handlersocket: over JDBC";
}
