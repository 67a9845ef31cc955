// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** The persistence unit of a repository: its sessions, its loads, and why they use JDBC. */
@NullMarked
package io.handlersocket.spring.internal.repository.unit;

import org.jspecify.annotations.NullMarked;
