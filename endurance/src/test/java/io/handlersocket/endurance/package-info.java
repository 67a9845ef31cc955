// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors

/** What JUnit registers for all runs of this module. */
@NullMarked
package io.handlersocket.endurance;

import org.jspecify.annotations.NullMarked;
