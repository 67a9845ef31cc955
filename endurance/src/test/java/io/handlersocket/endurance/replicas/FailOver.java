// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

/**
 * A change of the primary.
 *
 * @param from before anything was done
 * @param adopted when the reader knew the new primary
 */
record FailOver(long from, long adopted) {}
