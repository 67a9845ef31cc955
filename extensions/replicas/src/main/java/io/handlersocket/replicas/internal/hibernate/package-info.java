// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Says which reads of a Hibernate session a replica may answer. */
@NullMarked
package io.handlersocket.replicas.internal.hibernate;

import org.jspecify.annotations.NullMarked;
