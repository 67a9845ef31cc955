// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.keywords;

import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Attributes of the types that have keywords of their own. */
@Entity
@Table(name = "thing")
class Thing {

    @Id
    Long id = 0L;

    @Nullable
    String name;

    @Nullable
    Integer level;

    @Nullable
    Boolean active;

    @Nullable
    BigDecimal amount;

    @Nullable
    LocalDateTime moment;

    @ManyToOne(fetch = FetchType.LAZY)
    @Nullable
    Thing parent;

    @ElementCollection
    List<String> tags = new ArrayList<>();
}
