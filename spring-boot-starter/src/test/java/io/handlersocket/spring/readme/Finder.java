// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.readme;

import io.handlersocket.spring.HandlerSocketOperations;
import io.handlersocket.spring.readme.DiaryRepository.Line;
import java.util.Optional;

class Finder {

    Optional<Line> find(HandlerSocketOperations operations, long id) {
        return operations.find(Line.class, "diary", id);
    }
}
