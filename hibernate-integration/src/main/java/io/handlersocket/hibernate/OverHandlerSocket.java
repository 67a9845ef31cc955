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
 * Chooses an entity for HandlerSocket if {@link HandlerSocketSettings#ENTITIES} is {@code annotated}. A statement then
 * goes over HandlerSocket only if each of its tables belongs to such an entity. With the default {@code all}, this
 * annotation has no effect. Loads that stay on JDBC are counted with {@link JdbcReason.Kind#OPTION}.
 *
 * <p>Annotate an entity class or mapped superclass. The annotation covers the same tables as {@link OverJdbc}. If a
 * table belongs to an entity with {@link OverJdbc} too, JDBC reads it.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface OverHandlerSocket {}
