// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Loads of Hibernate from replicas. */
@NullMarked
package io.handlersocket.replicas.hibernate;

import org.jspecify.annotations.NullMarked;
