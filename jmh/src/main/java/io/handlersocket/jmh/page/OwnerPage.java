// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.page;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the page shows. Equal pages have equal content in the same order. */
record OwnerPage(int id, String name, String address, String city, String telephone, List<PetPart> pets) {

    record PetPart(int id, String name, @Nullable LocalDate birthDate, List<VisitPart> visits) {}

    record VisitPart(int id, @Nullable LocalDate date, String description) {}

    /** Reads the children, and so loads them. */
    static OwnerPage of(Owner owner) {
        return new OwnerPage(
                owner.getId(),
                owner.getName(),
                owner.getAddress(),
                owner.getCity(),
                owner.getTelephone(),
                owner.getPets().stream().map(OwnerPage::part).toList());
    }

    private static PetPart part(Pet pet) {
        return new PetPart(
                pet.getId(),
                pet.getName(),
                pet.getBirthDate(),
                pet.getVisits().stream()
                        .map(visit -> new VisitPart(visit.getId(), visit.getDate(), visit.getDescription()))
                        .toList());
    }
}
